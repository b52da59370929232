// A type variable stands for Integer, and the verdict says so.
import java.util.List;

public class Largest {
    static <T extends Comparable<T>> T largest(List<T> all) {
        T best = null;
        for (T one : all) {
            if (best == null || one.compareTo(best) > 0) {
                best = one;
            }
        }
        for (T one : all) {
            assert one.compareTo(best) <= 0;
        }
        return best;
    }
}
