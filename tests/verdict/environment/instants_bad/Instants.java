import java.time.Duration;
import java.time.Instant;

// The clocks of java.time.
public class Instants {
    public static void main(String[] args) {
        Instant now = Instant.now();
        assert now.plusSeconds(60).isAfter(now);
        assert now.getEpochSecond() >= 0;
        assert Duration.between(now, now.plusMillis(5)).toMillis() == 5;
        assert now.getEpochSecond() != 4102444800L;
    }
}
