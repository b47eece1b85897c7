// hdu1527, reading without checking for the end of the input.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (true) {
            long a = in.nextLong(), b = in.nextLong();
            long m = Math.min(a, b), d = Math.abs(a - b);
            System.out.println(m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d ? 0 : 1);
        }
    }
}
