import cortado.Any;

// Compound interest never shrinks a deposit, but need not grow it.
public class Interest {
    public static void main(String[] args) {
        double rate = Any.aDouble();
        int years = Any.anInt();
        Any.assume(rate >= 0 && rate <= 0.2);
        Any.assume(years >= 1 && years <= 30);
        double factor = Math.pow(1 + rate, years);
        assert factor >= 1;
        assert factor <= 238;
    }
}
