// HAUT 1297, Return of the Nim: T, and for each of T cases n, a prime, and n piles. A move takes from
// one pile, or the same number from all. Prints Watson if whoever is to move loses, else Sherlock.
//
// With an odd n whoever is to move loses exactly if the xor of the piles is 0, as in Nim (Bouton):
// taking k from all flips the lowest 1 bit of k in each pile, so in the xor, too. Two piles are
// Wythoff's game, lost exactly if the smaller one is floor(d * phi), d the difference of the piles,
// phi the golden ratio. As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly if x > d and
// not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
import java.io.*;

public class Main {
    static StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));

    // The next number; 0 at the end of the input.
    static long next() throws IOException {
        return in.nextToken() == StreamTokenizer.TT_NUMBER ? (long) in.nval : 0;
    }

    // Whether x > d * phi.
    static boolean exceeds(long x, long d) {
        return x > d && !exceeds(d, x - d);
    }

    static boolean cold(long a, long b) {
        if (a > b)
            return cold(b, a);
        return !exceeds(a, b - a) && exceeds(a + 1, b - a);
    }

    public static void main(String[] args) throws IOException {
        StringBuilder out = new StringBuilder();
        for (long cases = next(); cases > 0; cases--) {
            long n = next(), nimSum = 0, pile = 0;
            for (long i = 0; i < n; i++) {
                pile = next();
                nimSum ^= pile;
            }
            // Of two piles, the last one and the xor give the first.
            boolean lost = n == 2 ? cold(nimSum ^ pile, pile) : nimSum == 0;
            out.append(lost ? "Watson\n" : "Sherlock\n");
        }
        System.out.print(out);
    }
}
