import cortado.Any;

// A symbolic number of one digit, printed and read back.
public class ConcatenationOfSymbolicNumbers {
    public static void main(String[] args) {
        int n = Any.anInt(0, 9);
        String s = "n=" + n;
        assert s.length() == 3;
        assert s.charAt(2) - '0' == n;
    }
}
