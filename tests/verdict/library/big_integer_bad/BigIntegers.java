import cortado.Any;
import java.math.BigInteger;

// BigInteger does not overflow.
public class BigIntegers {
    public static void main(String[] args) {
        BigInteger big = BigInteger.valueOf(Long.MAX_VALUE);
        BigInteger more = Any.aBoolean() ? big.add(BigInteger.ONE) : big.multiply(BigInteger.TWO);
        assert more.compareTo(big) > 0;
        assert more.bitLength() == 63;
        assert big.toString().equals("9223372036854775807");
        assert new BigInteger("100").pow(10).mod(BigInteger.valueOf(97)).intValue() >= 0;
    }
}
