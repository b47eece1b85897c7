// POJ 2975 and HDU 1850: Nim; a case is n (up to 1000) and n piles, until n is 0.
// Prints the number of winning first moves.
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
            int nimSum = 0, count = 0;
            for (int i = 0; i < n; i++) {
                piles[i] = next();
                nimSum ^= piles[i];
            }
            for (int pile : piles)
                if ((pile ^ nimSum) < pile)
                    count++;
            out.append(count + "\n");
        }
        System.out.print(out);
    }
}
