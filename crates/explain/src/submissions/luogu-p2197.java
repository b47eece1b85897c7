// Luogu P2197: Nim. The input is T, and for each of T cases n and n piles.
// Prints No if whoever is to move loses, else Yes.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
import java.io.*;

public class Main {
    static StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));

    // The next number; 0 at the end of the input.
    static int next() throws IOException {
        return in.nextToken() == StreamTokenizer.TT_NUMBER ? (int) in.nval : 0;
    }

    public static void main(String[] args) throws IOException {
        for (int cases = next(); cases > 0; cases--) {
            int nimSum = 0;
            for (int n = next(); n > 0; n--)
                nimSum ^= next();
            System.out.println(nimSum == 0 ? "No" : "Yes");
        }
    }
}
