// An inner object comes with an outer one.
public class Outer {
    private final int base;

    public Outer(int base) {
        this.base = base;
    }

    public class Inner {
        private final int offset;

        public Inner(int offset) {
            this.offset = offset;
        }

        public boolean check() {
            return offset == base;
        }

        int base() {
            return base;
        }
    }

    static void compare(Inner inner) {
        assert inner.check() == (inner.offset == inner.base());
    }
}
