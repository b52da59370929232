import cortado.Any;
import java.math.BigInteger;

// Factorials and powers beyond long.
public class Factorials {
    static BigInteger factorial(int n) {
        BigInteger result = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            result = result.multiply(BigInteger.valueOf(i));
        }
        return result;
    }

    public static void main(String[] args) {
        int n = Any.anInt(18, 24);
        BigInteger f = factorial(n);
        assert f.mod(BigInteger.valueOf(n)).signum() == 0;
        assert f.divide(factorial(n - 1)).intValueExact() == n;
        assert f.bitLength() <= 63 == n <= 21;
        BigInteger m = BigInteger.TWO.pow(n).subtract(BigInteger.ONE);
        assert m.testBit(n - 1) && !m.testBit(n) && m.bitCount() == n;
        assert f.gcd(m).compareTo(BigInteger.ONE) >= 0;
        assert new BigInteger(f.toString()).equals(f);
        assert BigInteger.valueOf(3).modPow(BigInteger.valueOf(n), BigInteger.valueOf(2)).equals(BigInteger.ONE);
    }
}
