// hdu5973 in whole numbers.
import java.io.*;
import java.math.BigInteger;

public class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.trim().split("\\s+");
            BigInteger x = new BigInteger(words[0]), y = new BigInteger(words[1]), d = x.subtract(y).abs();
            BigInteger a = d.multiply(d).multiply(BigInteger.valueOf(5)).sqrt().add(d).shiftRight(1);
            out.append(a.equals(x.min(y)) ? "0\n" : "1\n");
        }
        System.out.print(out);
    }
}
