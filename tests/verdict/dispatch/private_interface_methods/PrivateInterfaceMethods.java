import cortado.Any;

// Private and static methods of an interface.
public class PrivateInterfaceMethods {
    interface Scale {
        int factor();

        private int scaled(int x) {
            return x * factor();
        }

        default int apply(int x) {
            return limit(scaled(x));
        }

        static int limit(int x) {
            return x > 100 ? 100 : x;
        }
    }

    static class Twice implements Scale {
        public int factor() {
            return 2;
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt(0, 1000);
        int y = new Twice().apply(x);
        assert y == 2 * x || y == 100 && x > 50;
    }
}
