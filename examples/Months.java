/** An array that counts from 0 and months that count from 1. */
public class Months {
  private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  public static int days(int month, boolean leapYear) {
    if (month < 1 || month > 12) {
      throw new IllegalArgumentException("no such month: " + month);
    }
    return month == 2 && leapYear ? 29 : DAYS[month];
  }
}
