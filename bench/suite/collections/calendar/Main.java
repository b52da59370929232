import java.util.Map;
import java.util.TreeMap;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Bookings that never overlap. */
public class Main {
    private final TreeMap<Integer, Integer> bookings = new TreeMap<>();

    boolean book(int from, int to) {
        Map.Entry<Integer, Integer> before = bookings.floorEntry(from);
        Map.Entry<Integer, Integer> after = bookings.ceilingEntry(from);
        if (before != null && before.getValue() > from) {
            return false;
        }
        if (after != null && after.getKey() < to) {
            return false;
        }
        bookings.put(from, to);
        return true;
    }

    public static void main(String[] args) {
        Main calendar = new Main();
        for (int i = 0; i < 3; i++) {
            int from = Verifier.nondetInt();
            int length = Verifier.nondetInt();
            Verifier.assume(from >= 0 && from < 24);
            Verifier.assume(length >= 1 && length <= 4);
            calendar.book(from, from + length);
        }
        int end = 0;
        for (Map.Entry<Integer, Integer> booking : calendar.bookings.entrySet()) {
            assert booking.getKey() >= end;
            end = booking.getValue();
        }
    }
}
