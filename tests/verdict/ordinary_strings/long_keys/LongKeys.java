import cortado.Any;

// Strings far beyond the bound on strings have hash codes, and any of them.
public class LongKeys {
    public static void main(String[] args) {
        String key = Any.aString();
        if (key.length() > 20 && key.startsWith("key-")) {
            int bucket = key.hashCode() & 7;
            assert bucket != 8;
        }
    }
}
