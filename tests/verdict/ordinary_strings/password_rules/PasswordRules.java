import cortado.Any;

// A password that is accepted holds a digit and an upper-case letter.
public class PasswordRules {
    static boolean accepted(String password) {
        if (password.length() < 3) {
            return false;
        }
        boolean digit = false;
        boolean upper = false;
        for (char c : password.toCharArray()) {
            digit |= Character.isDigit(c);
            upper |= Character.isUpperCase(c);
        }
        return digit && upper;
    }

    public static void main(String[] args) {
        String password = Any.aString(4);
        if (accepted(password)) {
            assert !password.equals(password.toLowerCase());
        }
    }
}
