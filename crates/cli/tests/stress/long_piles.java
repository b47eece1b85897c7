// hdu5973 with piles in a long.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) {
            long x = in.nextLong(), y = in.nextLong();
            long a = Math.min(x, y), d = Math.abs(x - y);
            System.out.println(a == (long) (d * (1 + Math.sqrt(5)) / 2) ? 0 : 1);
        }
    }
}
