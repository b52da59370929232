import java.time.ZoneId;
import java.time.ZonedDateTime;

// An hour is left out when summer time begins.
public class DatesZone {
    public static void main(String[] args) {
        ZonedDateTime before = ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, ZoneId.of("Europe/Berlin"));
        assert before.plusHours(1).getHour() == 3; // here
    }
}
