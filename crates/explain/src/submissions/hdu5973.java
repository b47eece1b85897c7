// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
import java.math.BigInteger;
import java.util.Scanner;

public class Main {
    // Whether x > d * phi.
    static boolean exceeds(BigInteger x, BigInteger d) {
        return x.compareTo(d) > 0 && !exceeds(d, x.subtract(d));
    }

    static boolean cold(BigInteger a, BigInteger b) {
        if (a.compareTo(b) > 0)
            return cold(b, a);
        BigInteger d = b.subtract(a);
        return !exceeds(a, d) && exceeds(a.add(BigInteger.ONE), d);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        StringBuilder out = new StringBuilder();
        while (in.hasNext()) {
            BigInteger a = new BigInteger(in.next()), b = new BigInteger(in.next());
            out.append(cold(a, b) ? "0\n" : "1\n");
        }
        System.out.print(out);
    }
}
