import java.util.Locale;

// The program asks which language the user speaks.
public class Tongue {
    static String greeting() {
        return Locale.getDefault().getLanguage().equals("de") ? "Hallo" : "Hello";
    }

    public static void main(String[] args) {
        assert greeting().length() == 5;
    }
}
