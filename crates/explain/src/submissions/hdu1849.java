// HDU 1849: Nim; a case is n and n piles, until n is 0.
// Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
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
        StringBuilder out = new StringBuilder();
        for (int n = next(); n > 0; n = next()) {
            int nimSum = 0;
            while (n-- > 0)
                nimSum ^= next();
            out.append(nimSum == 0 ? "Grass Win!\n" : "Rabbit Win!\n");
        }
        System.out.print(out);
    }
}
