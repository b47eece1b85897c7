// 51nod1072 with a comment that is not ASCII.
import java.util.*;

public class Main {
    // Posé par Willem Abraham Wythoff: 两堆石子.
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        StringBuilder out = new StringBuilder();
        for (int t = in.nextInt(); t > 0; t--) {
            long a = in.nextLong(), b = in.nextLong();
            long m = Math.min(a, b), d = Math.abs(a - b);
            boolean cold = m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d;
            out.append(cold ? "B\n" : "A\n");
        }
        System.out.print(out);
    }
}
