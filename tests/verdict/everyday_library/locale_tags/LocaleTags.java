import java.util.Locale;

// Tags of locales, and numbers in an explicit one.
public class LocaleTags {
    public static void main(String[] args) {
        Locale locale = Locale.forLanguageTag("de-CH");
        assert locale.getCountry().equals("CH") && locale.toLanguageTag().equals("de-CH");
        assert String.format(Locale.US, "%,.2f", 1234.5).equals("1,234.50"); // here
    }
}
