import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.Locale;

/** Names and symbols of locales that a program chooses. */
public class Weekdays {
    public static void main(String[] args) {
        DayOfWeek day = cortado.Any.oneOf(DayOfWeek.MONDAY, DayOfWeek.WEDNESDAY);
        String name = day.getDisplayName(TextStyle.SHORT, Locale.FRENCH);
        assert name.endsWith(".") && name.length() == 4;
        assert day.getDisplayName(TextStyle.FULL, Locale.ITALIAN).length() <= 8;
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.GERMANY);
        assert symbols.getDecimalSeparator() == ',';
        assert new DecimalFormat("#,##0.00", symbols).format(1234.567).equals("1.234,57");
    }
}
