import cortado.Any;

// A method called by the superclass constructor sees the fields of the subclass before they are initialised.
public class VirtualCallInConstructor {
    static class Base {
        final int seen;

        Base() {
            seen = value();
        }

        int value() {
            return -1;
        }
    }

    static class Derived extends Base {
        private int field = 42;

        Derived(int x) {
            field += x;
        }

        @Override
        int value() {
            return field;
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        Derived d = new Derived(x);
        assert d.seen == 42;
        assert d.value() == x + 42;
    }
}
