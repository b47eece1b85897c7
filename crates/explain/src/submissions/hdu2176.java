// HDU 2176: Nim; a case is n and n piles (n up to 200000), until n is 0.
// Prints No if whoever is to move loses; else Yes, and for each pile with a winning move a line:
// the pile, and what to leave of it.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
import java.io.*;

public class Main {
    static StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));

    // The next number; 0 at the end of the input.
    static int next() throws IOException {
        return in.nextToken() == StreamTokenizer.TT_NUMBER ? (int) in.nval : 0;
    }

    public static void main(String[] args) throws IOException {
        StringBuilder out = new StringBuilder();
        for (int n = next(); n > 0; n = next()) {
            int[] piles = new int[n];
            int nimSum = 0;
            for (int i = 0; i < n; i++) {
                piles[i] = next();
                nimSum ^= piles[i];
            }
            out.append(nimSum == 0 ? "No\n" : "Yes\n");
            for (int pile : piles)
                if ((pile ^ nimSum) < pile)
                    out.append(pile + " " + (pile ^ nimSum) + "\n");
        }
        System.out.print(out);
    }
}
