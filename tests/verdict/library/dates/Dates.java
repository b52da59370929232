import cortado.Any;
import java.time.LocalDate;

// Dates of the calendar.
public class Dates {
    public static void main(String[] args) {
        int year = Any.aBoolean() ? 2024 : 2023;
        LocalDate d = LocalDate.of(year, 2, 28).plusDays(1);
        assert d.getMonthValue() == (year == 2024 ? 2 : 3);
        assert d.isLeapYear() == (year == 2024);
    }
}
