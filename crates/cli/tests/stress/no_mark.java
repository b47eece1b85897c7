// hdu1849, without the exclamation mark.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        for (int m; (m = in.nextInt()) > 0; ) {
            int sum = 0;
            while (m-- > 0) sum ^= in.nextInt();
            System.out.println(sum > 0 ? "Rabbit Win" : "Grass Win");
        }
    }
}
