import cortado.Any;

// Both sides ask, for different types.
public class InputOfTheTakenSide {
    public static void main(String[] args) {
        boolean wide = Any.aBoolean();
        long amount;
        if (wide)
            amount = Any.aLong() & 0xffff_ffffL;
        else
            amount = Any.aByte();
        int next = Any.anInt();
        assert amount >= -128 && amount < 1L << 32;
    }
}
