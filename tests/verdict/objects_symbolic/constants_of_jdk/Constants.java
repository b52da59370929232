import java.nio.charset.Charset;
import java.util.Locale;

// Locales and charsets are a few constants, and classes a few literals.
public class Constants {
    public static boolean check(Locale locale, Charset charset, Class<?> any, Class<Integer> one) {
        boolean known = locale == Locale.US && charset.name().equals("UTF-8") && any != one;
        assert !known || !any.isInterface() && one == Integer.class;
        return known;
    }
}
