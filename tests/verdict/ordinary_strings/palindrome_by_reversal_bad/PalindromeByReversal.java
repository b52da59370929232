import cortado.Any;

// Reversing a builder keeps surrogate pairs together, so the two ways agree only on characters that are not surrogates.
public class PalindromeByReversal {
    static boolean isPalindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        String s = Any.aString(5);
        for (int i = 0; i < s.length(); i++) {
            Any.assume(s.charAt(i) >= 0);
        }
        assert isPalindrome(s) == new StringBuilder(s).reverse().toString().equals(s);
    }
}
