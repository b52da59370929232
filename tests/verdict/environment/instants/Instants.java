import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

// The clocks of java.time.
public class Instants {
    public static void main(String[] args) {
        Instant now = Instant.now();
        assert now.plusSeconds(60).isAfter(now);
        assert now.getEpochSecond() >= 0;
        assert Duration.between(now, now.plusMillis(5)).toMillis() == 5;
        int year = LocalDate.now(ZoneOffset.UTC).getYear();
        assert year >= 1970 && year < 2300;
    }
}
