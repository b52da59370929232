import org.sosy_lab.sv_benchmarks.Verifier;

/** A palindrome reads the same when it is turned around. */
public class Main {
    static boolean palindrome(String text) {
        int left = 0;
        int right = text.length() - 1;
        while (left < right) {
            if (text.charAt(left++) != text.charAt(right--)) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        String text = Verifier.nondetString();
        Verifier.assume(text.length() <= 5);
        String turned = new StringBuilder(text).reverse().toString();
        // Reversing keeps surrogate pairs together.
        for (int i = 0; i < text.length(); i++) {
            Verifier.assume(!Character.isSurrogate(text.charAt(i)));
        }
        assert palindrome(text) == text.equals(turned);
    }
}
