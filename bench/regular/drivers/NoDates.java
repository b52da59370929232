import java.text.FieldPosition;
import java.text.DateFormat;
import java.text.ParsePosition;
import java.util.Date;

/** Takes the place of {@code java.text.SimpleDateFormat}, whose time zones are in a file; no driver comes to a date. */
public class NoDates extends DateFormat {
    public NoDates(String pattern) {}

    @Override
    public StringBuffer format(Date date, StringBuffer to, FieldPosition position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Date parse(String text, ParsePosition position) {
        throw new UnsupportedOperationException();
    }
}
