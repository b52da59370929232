import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

// Zones have the rules of the JDK's own table.
public class Zones {
    public static void main(String[] args) {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        ZonedDateTime summer = ZonedDateTime.of(2020, 7, 1, 12, 0, 0, 0, berlin);
        assert summer.getOffset().getTotalSeconds() == 7200;
        assert summer.plusMonths(6).getOffset().getTotalSeconds() == 3600;
        assert Instant.EPOCH.atZone(ZoneId.of("Asia/Tokyo")).getHour() == 8;
    }
}
