import cortado.Any;

// A violation beyond the bound is not seen, and the verdict says so.
public class StringLengthHides {
    public static void main(String[] args) {
        String s = Any.aString();
        assert s.length() != 3;
    }
}
