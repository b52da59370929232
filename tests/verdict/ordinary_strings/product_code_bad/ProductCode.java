import cortado.Any;

// A code is letters, a dash and digits.
public class ProductCode {
    public static void main(String[] args) {
        String code = Any.aString(5);
        if (code.matches("[A-Z]+-[0-9]*")) {
            int dash = code.indexOf('-');
            assert dash > 0 && dash < code.length() - 1;
            assert Integer.parseInt(code.substring(dash + 1)) >= 0;
        }
    }
}
