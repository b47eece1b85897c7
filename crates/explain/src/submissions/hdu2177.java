// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner), and each difference k has one pair (lower), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
import java.io.*;

public class Main {
    static StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));

    // The next number; 0 at the end of the input.
    static int next() throws IOException {
        return in.nextToken() == StreamTokenizer.TT_NUMBER ? (int) in.nval : 0;
    }

    public static void main(String[] args) throws IOException {
        StringBuilder out = new StringBuilder();
        int limit = 1000000;
        // The larger pile of the last pair is below 2.7 * limit.
        int[] partner = new int[limit / 10 * 27], lower = new int[limit + 1];
        for (int k = 1, least = 1; k <= limit; k++) {
            while (partner[least] != 0)
                least++;
            lower[k] = least;
            partner[least] = least + k;
            partner[least + k] = least;
        }
        for (int a = next(), b = next(); b > 0; a = next(), b = next()) {
            int p = partner[a], low = lower[b - a];
            out.append(p == b ? "0\n" : "1\n");
            if (low < a)
                out.append(low + " " + (low + b - a) + "\n");
            if (p < b && !(p == low && a == low + b - a))
                out.append(Math.min(a, p) + " " + Math.max(a, p) + "\n");
            if (partner[b] < a && a < b)
                out.append(partner[b] + " " + b + "\n");
        }
        System.out.print(out);
    }
}
