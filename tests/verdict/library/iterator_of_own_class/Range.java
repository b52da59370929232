import cortado.Any;
import java.util.Iterator;
import java.util.NoSuchElementException;

// The enhanced for loop over a class of the user's own.
public class Range implements Iterable<Integer> {
    final int from;
    final int to;

    Range(int from, int to) {
        this.from = from;
        this.to = to;
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Iterator<>() {
            int at = from;

            @Override
            public boolean hasNext() {
                return at < to;
            }

            @Override
            public Integer next() {
                if (at >= to) {
                    throw new NoSuchElementException();
                }
                return at++;
            }
        };
    }

    public static void main(String[] args) {
        int n = Any.anInt(0, 3);
        int sum = 0;
        for (int i : new Range(0, n)) {
            sum += i;
        }
        assert sum == n * (n - 1) / 2;
    }
}
