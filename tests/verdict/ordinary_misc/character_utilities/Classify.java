import cortado.Any;

// Character and Integer helpers on ordinary values.
public class Classify {
    static int value(char c) {
        if (Character.isDigit(c)) {
            return Character.getNumericValue(c);
        }
        if (Character.isLetter(c)) {
            return 10 + Character.toLowerCase(c) - 'a';
        }
        return -1;
    }

    public static void main(String[] args) {
        char c = "09azAZ_ ".charAt(Any.anInt(0, 7));
        int v = value(c);
        assert v >= -1 && v <= 35;
        assert Character.isWhitespace(c) == (c == ' ');
        assert !Character.isUpperCase(c) || v >= 10;
        assert Character.digit('f', 16) == 15 && Character.forDigit(11, 16) == 'b';
        assert Integer.parseInt("zz", 36) == 35 * 36 + 35;
        assert Integer.toBinaryString(10).equals("1010") && Integer.toHexString(-1).equals("ffffffff");
        assert Integer.parseInt("-7f", 16) == -127 && Long.parseLong("9999999999") == 9_999_999_999L;
        assert Integer.compare(v, 0) == Integer.signum(v);
        assert Character.toString(c).length() == 1 && Character.isLetterOrDigit('_') == false;
    }
}
