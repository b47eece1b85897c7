// 51nod1185 with 40 digits of phi.
import java.math.BigDecimal;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        BigDecimal phi = new BigDecimal("1.618033988749894848204586834365638117720");
        Scanner in = new Scanner(System.in);
        StringBuilder out = new StringBuilder();
        for (int cases = in.nextInt(); cases > 0; cases--) {
            long a = in.nextLong(), b = in.nextLong();
            long cold = phi.multiply(BigDecimal.valueOf(Math.abs(a - b))).longValue();
            out.append(cold == Math.min(a, b) ? "B\n" : "A\n");
        }
        System.out.print(out);
    }
}
