// A record's canonical constructor makes all of its objects: nothing is left out.
public class Ranges {
    record Range(int from, int to) {
        Range {
            if (from > to) {
                throw new IllegalArgumentException();
            }
        }
    }

    static boolean contains(Range range, int x) {
        boolean inside = x >= range.from() && x <= range.to();
        assert !inside || x <= range.to();
        return inside;
    }
}
