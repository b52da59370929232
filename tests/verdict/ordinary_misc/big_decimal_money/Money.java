import cortado.Any;
import java.math.BigDecimal;
import java.math.RoundingMode;

// Splitting a bill to the cent.
public class Money {
    static BigDecimal[] split(BigDecimal total, int people) {
        BigDecimal share = total.divide(BigDecimal.valueOf(people), 2, RoundingMode.DOWN);
        BigDecimal[] shares = new BigDecimal[people];
        BigDecimal rest = total;
        for (int i = 1; i < people; i++) {
            shares[i] = share;
            rest = rest.subtract(share);
        }
        shares[0] = rest;
        return shares;
    }

    public static void main(String[] args) {
        int people = Any.anInt(1, 4);
        String[] totals = {"10.00", "0.01", "99.99"};
        BigDecimal total = new BigDecimal(totals[Any.anInt(0, 2)]);
        BigDecimal sum = BigDecimal.ZERO;
        for (BigDecimal share : split(total, people)) {
            assert share.signum() >= 0;
            assert share.scale() == 2;
            sum = sum.add(share);
        }
        assert sum.compareTo(total) == 0;
        assert !new BigDecimal("1.0").equals(new BigDecimal("1.00"));
        assert new BigDecimal("2.50").stripTrailingZeros().toPlainString().equals("2.5");
    }
}
