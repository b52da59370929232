import cortado.Any;

// An address has exactly one at sign, with something on both sides.
public class MailAddress {
    static boolean valid(String mail) {
        int at = mail.indexOf('@');
        return at > 0 && at == mail.lastIndexOf('@') && at < mail.length() - 0;
    }

    public static void main(String[] args) {
        String mail = Any.aString(5);
        if (valid(mail)) {
            String[] parts = mail.split("@");
            assert parts.length == 2;
            assert !parts[0].isEmpty() && !parts[1].isEmpty();
        }
    }
}
