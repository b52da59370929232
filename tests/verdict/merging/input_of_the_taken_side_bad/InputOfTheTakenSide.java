import cortado.Any;

// Both sides ask, for different types.
public class InputOfTheTakenSide {
    public static void main(String[] args) {
        boolean wide = Any.aBoolean();
        long amount;
        if (wide)
            amount = Any.aLong();
        else
            amount = Any.aByte();
        int next = Any.anInt();
        assert amount != 0x1234_5678L || next != 77;
    }
}
