import cortado.Any;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Period;
import java.time.temporal.ChronoUnit;

// The next working day after some days.
public class Deadlines {
    static LocalDate due(LocalDate start, int days) {
        LocalDate date = start.plusDays(days);
        while (date.getDayOfWeek() == DayOfWeek.SATURDAY || date.getDayOfWeek() == DayOfWeek.SUNDAY) {
            date = date.plusDays(1);
        }
        return date;
    }

    public static void main(String[] args) {
        LocalDate start = LocalDate.of(2024, 2, 26);
        int days = Any.anInt(0, 9);
        LocalDate due = due(start, days);
        assert due.getDayOfWeek().getValue() <= 5;
        long later = ChronoUnit.DAYS.between(start, due);
        assert later >= days && later <= days + 2;
        assert !due.isBefore(start);
        assert start.isLeapYear() && start.lengthOfMonth() == 29;
        assert start.plusMonths(1).equals(LocalDate.parse("2024-03-26"));
        assert Period.between(start, start.plusDays(3)).getDays() == 3;
        assert LocalDate.of(2024, 1, 31).plusMonths(1).getDayOfMonth() == 29;
    }
}
