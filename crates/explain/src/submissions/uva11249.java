// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
// up to K. The number of cases; each has K, Q and Q pairs. Prints LOSING if whoever is to move
// loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = s - r + 1 and s = (r + sqrt(r * r + 4)) / 2 (Fraenkel). As s = r + 1 / s, a whole x > 0
// has x > n * s exactly if x > n * r and not n > (x - n * r) * s. That takes no number above 2^64.
import java.math.BigInteger;
import java.util.Scanner;

public class Main {
    // Whether x > n * s.
    static boolean exceeds(BigInteger r, BigInteger x, BigInteger n) {
        BigInteger rest = x.subtract(n.multiply(r));
        return rest.signum() > 0 && !exceeds(r, n, rest);
    }

    // Whether x > n * t, which is x + (r - 1) * n > n * s.
    static boolean above(BigInteger r, BigInteger x, BigInteger n) {
        return x.compareTo(n) > 0 && !exceeds(r, n, x.subtract(n));
    }

    static boolean cold(BigInteger k, BigInteger a, BigInteger b) {
        if (a.compareTo(b) > 0)
            return cold(k, b, a);
        BigInteger r = k.add(BigInteger.ONE);
        BigInteger[] n = b.subtract(a).divideAndRemainder(r);
        return n[1].signum() == 0 && !above(r, a, n[0]) && above(r, a.add(BigInteger.ONE), n[0]);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        StringBuilder out = new StringBuilder();
        int cases = in.hasNextInt() ? in.nextInt() : 0;
        while (cases-- > 0) {
            BigInteger k = new BigInteger(in.next());
            for (int q = in.nextInt(); q > 0; q--) {
                BigInteger a = new BigInteger(in.next()), b = new BigInteger(in.next());
                out.append(cold(k, a, b) ? "LOSING\n" : "WINNING\n");
            }
            out.append("\n");
        }
        System.out.print(out);
    }
}
