// An implementation for other type arguments is no candidate.
public class Stores {
    interface Store<T> {
        T get();
    }

    static final class Texts implements Store<String> {
        public String get() {
            return "text";
        }
    }

    static final class Constant<X> implements Store<X> {
        private final X value;

        Constant(X value) {
            this.value = value;
        }

        public X get() {
            return value;
        }
    }

    static void check(Store<Integer> store) {
        int got = store.get();
        assert got > 5 || got == 5;
    }
}
