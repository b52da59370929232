import cortado.Any;

// The caches of the other boxes; a Long never equals an Integer.
public class OtherBoxCaches {
    public static void main(String[] args) {
        boolean b = Any.aBoolean();
        byte n = Any.aByte();
        char c = Any.aChar();
        Object boolean1 = b;
        Object boolean2 = b;
        Object byte1 = n;
        Object byte2 = n;
        Object char1 = c;
        Object char2 = c;
        assert boolean1 == boolean2 && byte1 == byte2;
        assert char1 == char2;
        Object asLong = (long) n;
        Object asInt = (int) n;
        assert !asLong.equals(asInt);
    }
}
