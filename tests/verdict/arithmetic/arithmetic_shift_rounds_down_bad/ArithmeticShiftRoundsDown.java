import cortado.Any;

// Shifting rounds towards negative infinity, division towards zero.
public class ArithmeticShiftRoundsDown {
    public static void main(String[] args) {
        int x = Any.anInt();
        assert x >> 1 == x / 2;
    }
}
