import cortado.Any;

// Digits and plus signs, read by hand.
public class SumTokens {
    static int evaluate(String text) {
        int sum = 0;
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isDigit(c)) {
                number = number * 10 + (c - '0');
            } else if (c == '+') {
                sum += number;
                number = 0;
            } else {
                throw new IllegalArgumentException("unexpected " + c);
            }
        }
        return sum + number;
    }

    public static void main(String[] args) {
        String text = Any.aString(3);
        for (int i = 0; i < text.length(); i++) {
            Any.assume(text.charAt(i) < 128);
        }
        try {
            int value = evaluate(text);
            assert value <= 999;
        } catch (IllegalArgumentException e) {
            assert e.getMessage().startsWith("unexpected");
        }
    }
}
