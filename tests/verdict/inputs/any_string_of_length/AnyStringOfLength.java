import cortado.Any;

// A string with a length limit of its own needs no bound of the tool's.
public class AnyStringOfLength {
    public static void main(String[] args) {
        String s = Any.aString(2);
        assert s.length() <= 2;
        boolean same = s.length() == 2 && s.charAt(0) == s.charAt(1);
        assert !same || s.indexOf(s.charAt(1)) == 0;
    }
}
