// hdu2176 with a tokenizer.
import java.io.*;

public class Main {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        while (in.nextToken() != StreamTokenizer.TT_EOF && in.nval > 0) {
            int[] piles = new int[(int) in.nval];
            int sum = 0;
            for (int i = 0; i < piles.length; i++) {
                in.nextToken();
                piles[i] = (int) in.nval;
                sum ^= piles[i];
            }
            out.println(sum == 0 ? "No" : "Yes");
            for (int pile : piles) {
                if ((pile ^ sum) < pile) out.println(pile + " " + (pile ^ sum));
            }
        }
        out.flush();
    }
}
