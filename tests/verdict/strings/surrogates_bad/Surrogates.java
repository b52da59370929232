// A character beyond the basic plane takes two chars.
public class Surrogates {
    public static void main(String[] args) {
        String s = "x\uD83D\uDE00y";
        assert s.length() == 4;
        assert s.codePointCount(0, s.length()) == 4;
        assert s.codePointAt(1) == 0x1F600;
        assert new StringBuilder(s).reverse().toString().codePointAt(1) == 0x1F600;
    }
}
