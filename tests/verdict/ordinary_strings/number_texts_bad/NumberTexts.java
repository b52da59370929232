import cortado.Any;

// A number that was read is never longer than its text, but there are other spellings of it.
public class NumberTexts {
    public static void main(String[] args) {
        String s = Any.aString(5);
        int number;
        try {
            number = Integer.parseInt(s);
        } catch (NumberFormatException e) {
            return;
        }
        String again = String.valueOf(number);
        assert again.equals(s);
    }
}
