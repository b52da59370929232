import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

// Adjusters, periods, durations, units and patterns.
public class DatesCalculate {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, 2, 28);
        assert date.plusYears(1).plusDays(1).equals(LocalDate.parse("2025-02-28"));
        assert date.isLeapYear() && date.getDayOfWeek() == DayOfWeek.WEDNESDAY;
        assert date.with(TemporalAdjusters.lastDayOfMonth()).getDayOfMonth() == 29;
        assert date.with(TemporalAdjusters.next(DayOfWeek.MONDAY)).toString().equals("2024-03-04");
        assert ChronoUnit.DAYS.between(LocalDate.of(2024, 1, 1), date) == 58;
        assert Period.between(LocalDate.of(2020, 1, 15), date).equals(Period.of(4, 1, 13));
        assert YearMonth.of(2023, 2).lengthOfMonth() == 28;
        assert Duration.between(LocalTime.of(8, 0), LocalTime.of(17, 30)).toString().equals("PT9H30M");
        assert DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy").format(date).equals("Wednesday, 28 February 2024");
        assert Instant.ofEpochSecond(86_400).toString().equals("1970-01-02T00:00:00Z");
    }
}
