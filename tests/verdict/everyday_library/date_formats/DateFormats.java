import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

// Formats and calendars of java.util.
public class DateFormats {
    public static void main(String[] args) throws ParseException {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss", Locale.US);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        assert format.format(new Date(0L)).equals("1970-01-01 00:00:00");
        assert format.parse("2024-02-29 12:00:00").getTime() == 1709208000000L;
        GregorianCalendar calendar = new GregorianCalendar(2024, Calendar.JANUARY, 31);
        calendar.add(Calendar.MONTH, 1);
        assert calendar.get(Calendar.DAY_OF_MONTH) == 29;
        assert calendar.get(Calendar.DAY_OF_WEEK) == Calendar.THURSDAY;
        assert new SimpleDateFormat("EEE, d MMM yyyy", Locale.US).format(calendar.getTime()).equals("Thu, 29 Feb 2024");
        try {
            format.setLenient(false);
            format.parse("2024-13-01 00:00:00");
            assert false;
        } catch (ParseException e) {
            assert e.getMessage().startsWith("Unparseable date");
        }
    }
}
