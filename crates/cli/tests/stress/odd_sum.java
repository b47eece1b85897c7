// luogu-p2197, with the sum of the piles for their exclusive or.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int t = in.nextInt();
        while (t-- > 0) {
            long sum = 0;
            for (int n = in.nextInt(); n > 0; n--) sum += in.nextInt();
            System.out.println(sum % 2 == 1 ? "Yes" : "No");
        }
    }
}
