// A time of day is one that exists.
import java.time.LocalTime;

public class Times {
    static void check(LocalTime time) {
        assert time.getMinute() <= 58;
    }
}
