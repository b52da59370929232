import cortado.Any;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;

// Durations and times of day.
public class Stopwatch {
    static String show(Duration d) {
        return String.format("%d:%02d:%02d", d.toHours(), d.toMinutesPart(), d.toSecondsPart());
    }

    public static void main(String[] args) {
        int minutes = Any.anInt(0, 200);
        Duration d = Duration.ofMinutes(minutes);
        assert d.getSeconds() == 60L * minutes;
        assert d.plusHours(1).minusMinutes(60).equals(d);
        assert d.compareTo(Duration.ofHours(3)) > 0 == minutes > 180;
        assert show(Duration.ofSeconds(3723)).equals("1:02:03");
        LocalTime noon = LocalTime.of(12, 0);
        assert noon.plusMinutes(90).equals(LocalTime.parse("13:30"));
        LocalDateTime t = LocalDateTime.of(2023, 12, 31, 23, 30).plusMinutes(45);
        assert t.getYear() == 2024 && t.getHour() == 0 && t.getMinute() == 15;
        assert Duration.between(t, t.plusHours(5)).toMinutes() == 300;
    }
}
