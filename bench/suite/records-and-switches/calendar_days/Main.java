import org.sosy_lab.sv_benchmarks.Verifier;

/** Days of a month with switch expressions, leap years included. */
public class Main {
    static boolean leap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    static int days(int month, int year) {
        return switch (month) {
            case 4, 6, 9, 11 -> 30;
            case 2 -> {
                if (leap(year)) {
                    yield 29;
                }
                yield 28;
            }
            default -> 31;
        };
    }

    public static void main(String[] args) {
        int year = Verifier.nondetInt();
        Verifier.assume(year >= 1900 && year <= 2100);
        int sum = 0;
        for (int month = 1; month <= 12; month++) {
            int days = days(month, year);
            assert days >= 28 && days <= 31;
            sum += days;
        }
        assert sum == (leap(year) ? 366 : 365);
    }
}
