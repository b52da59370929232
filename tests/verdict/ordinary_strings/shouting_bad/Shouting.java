import cortado.Any;
import java.util.Locale;

// In upper case no letter of the lower case is left, but a text may grow.
public class Shouting {
    public static void main(String[] args) {
        String s = Any.aString(3);
        String loud = s.toUpperCase(Locale.ROOT);
        assert loud.length() == s.length();
    }
}
