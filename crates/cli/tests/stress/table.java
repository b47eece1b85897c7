// 51nod1072 from a table made with a double, which is exact up to 2000000.
import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws IOException {
        int[] partner = new int[2000001];
        Arrays.fill(partner, -1);
        for (int d = 0;; d++) {
            int a = (int) (d * (1 + Math.sqrt(5)) / 2);
            if (a + d > 2000000) break;
            partner[a] = a + d;
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int t = Integer.parseInt(in.readLine().trim());
        while (t-- > 0) {
            StringTokenizer words = new StringTokenizer(in.readLine());
            int a = Integer.parseInt(words.nextToken()), b = Integer.parseInt(words.nextToken());
            System.out.println(partner[Math.min(a, b)] == Math.max(a, b) ? "B" : "A");
        }
    }
}
