import cortado.Any;

// A violation beyond the bound is not seen where all of the string is needed, and the verdict says so.
public class StringLengthHides {
    public static void main(String[] args) {
        String s = Any.aString();
        assert !s.endsWith("abcd");
    }
}
