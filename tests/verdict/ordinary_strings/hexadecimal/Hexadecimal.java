import cortado.Any;

// Two hexadecimal digits are a byte; a sign is no digit.
public class Hexadecimal {
    public static void main(String[] args) {
        String s = Any.aString(2);
        if (s.length() == 2 && Character.digit(s.charAt(0), 16) >= 0) {
            int value = parse(s);
            assert value >= 0 && value < 256;
        }
    }

    static int parse(String s) {
        try {
            return Integer.parseInt(s, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
