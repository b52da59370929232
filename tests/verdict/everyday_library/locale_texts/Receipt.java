import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and dates as two countries write them. */
public class Receipt {
    static String price(Locale locale, int cents) {
        NumberFormat format = NumberFormat.getNumberInstance(locale);
        format.setMinimumFractionDigits(2);
        return format.format(cents / 100.0);
    }

    public static void main(String[] args) {
        Locale locale = cortado.Any.oneOf(Locale.US, Locale.GERMANY);
        boolean german = locale == Locale.GERMANY;
        assert price(locale, 125050).equals(german ? "1.250,50" : "1,250.50");
        String day = LocalDate.of(2024, 5, 17).format(DateTimeFormatter.ofPattern("EEEE d MMMM", locale));
        assert day.equals(german ? "Freitag 17 Mai" : "Friday 17 May");
        assert String.format(locale, "%.1f", 2.5).equals(german ? "2,5" : "2.5");
    }
}
