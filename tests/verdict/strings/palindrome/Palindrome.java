import cortado.Any;

// A program over three symbolic characters.
public class Palindrome {
    static boolean isPalindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        String s = "" + Any.aChar() + Any.aChar() + Any.aChar();
        boolean reversed = new StringBuilder(s).reverse().toString().equals(s);
        boolean surrogate = false;
        for (int i = 0; i < 3; i++) {
            surrogate |= Character.isSurrogate(s.charAt(i));
        }
        assert surrogate || reversed == isPalindrome(s);
    }
}
