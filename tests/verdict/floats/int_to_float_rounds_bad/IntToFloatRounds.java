import cortado.Any;

// A float holds 24 bits of an int.
public class IntToFloatRounds {
    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(0 <= x && x <= 16777217);
        assert (int) (float) x == x;
    }
}
