import cortado.Any;
import java.time.LocalDate;

// A leap day exists in leap years only.
public class DatesParse {
    public static void main(String[] args) {
        String year = Any.oneOf("2020", "2024", "2023");
        LocalDate date = LocalDate.parse(year + "-02-29"); // here
        assert date.plusYears(1).getDayOfMonth() == 28;
    }
}
