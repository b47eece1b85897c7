// poj1067 in whole numbers. With an argument it also fills that many MiB.
import java.util.Scanner;

public class Main {
    static byte[][] filled = new byte[0][];

    public static void main(String[] args) {
        if (args.length > 0) {
            filled = new byte[Integer.parseInt(args[0])][];
            for (int i = 0; i < filled.length; i++) {
                filled[i] = new byte[1 << 20];
                java.util.Arrays.fill(filled[i], (byte) 1);
            }
        }
        Scanner in = new Scanner(System.in);
        StringBuilder out = new StringBuilder();
        while (in.hasNextLong()) {
            long x = in.nextLong(), y = in.nextLong();
            long a = Math.min(x, y), d = Math.abs(x - y);
            boolean cold = a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
            out.append(cold ? "0\n" : "1\n");
        }
        System.out.print(out);
    }
}
