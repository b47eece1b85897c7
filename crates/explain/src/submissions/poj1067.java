// POJ 1067 and HDU 1527: Wythoff's game, piles up to 10^9, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
import java.io.*;

public class Main {
    // Whether x > d * phi.
    static boolean exceeds(int x, int d) {
        return x > d && !exceeds(d, x - d);
    }

    static boolean cold(int a, int b) {
        if (a > b)
            return cold(b, a);
        return !exceeds(a, b - a) && exceeds(a + 1, b - a);
    }

    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        StringBuilder out = new StringBuilder();
        while (in.nextToken() == StreamTokenizer.TT_NUMBER) {
            int a = (int) in.nval;
            in.nextToken();
            int b = (int) in.nval;
            out.append(cold(a, b) ? "0\n" : "1\n");
        }
        System.out.print(out);
    }
}
