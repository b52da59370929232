import cortado.Any;
import java.util.Iterator;
import java.util.NoSuchElementException;

// An Iterable of one's own, used by for and by hand.
public class Countdown implements Iterable<Integer> {
    private final int from;

    Countdown(int from) {
        this.from = from;
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Iterator<>() {
            private int next = from;

            @Override
            public boolean hasNext() {
                return next >= 0;
            }

            @Override
            public Integer next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return next--;
            }
        };
    }

    public static void main(String[] args) {
        int n = Any.anInt(0, 5);
        int sum = 0;
        int count = 0;
        for (int x : new Countdown(n)) {
            sum += x;
            count++;
        }
        assert sum == n * (n + 1) / 2;
        assert count == n;
        Iterable<Integer> twice = () -> new Countdown(2).iterator();
        int total = 0;
        for (int x : twice) {
            total += x;
        }
        assert total == 3;
        Iterator<Integer> it = new Countdown(n).iterator();
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            assert it.hasNext() || n <= 0;
        }
    }
}
