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
            upper |= c >= 'A' && c <= 'Z';
        }
        return digit || upper;
    }

    public static void main(String[] args) {
        String password = Any.aString(3);
        if (accepted(password)) {
            int letters = 0;
            for (int i = 0; i < password.length(); i++) {
                if (Character.isUpperCase(password.charAt(i))) {
                    letters++;
                }
            }
            assert letters > 0;
        }
    }
}
