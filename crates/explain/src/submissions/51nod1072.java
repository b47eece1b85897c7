// 51Nod 1072: Wythoff's game, piles up to 2 * 10^6, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
import java.util.Scanner;

public class Main {
    // Whether x > d * phi.
    static boolean exceeds(int x, int d) {
        return x > d && !exceeds(d, x - d);
    }

    static boolean cold(int a, int b) {
        if (a > b)
            return cold(b, a);
        return !exceeds(a, b - a) && exceeds(a + 1, b - a);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        StringBuilder out = new StringBuilder();
        int cases = in.hasNextInt() ? in.nextInt() : 0;
        while (cases-- > 0)
            out.append(cold(in.nextInt(), in.nextInt()) ? "B\n" : "A\n");
        System.out.print(out);
    }
}
