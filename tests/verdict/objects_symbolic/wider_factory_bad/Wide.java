// The class has a factory that promises no more than an interface.
public class Wide {
    public interface Source {
        int next();
    }

    public static final class Counter implements Source {
        private int at;

        private Counter(int at) {
            this.at = at;
        }

        public static Source from(int at) {
            return at < 0 ? () -> 0 : new Counter(at);
        }

        @Override
        public int next() {
            return at++;
        }

        public int peek() {
            return at;
        }
    }

    public static int peek(Counter counter) {
        assert counter.peek() > 0;
        return counter.peek();
    }
}
