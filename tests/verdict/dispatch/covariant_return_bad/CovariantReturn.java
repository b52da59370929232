import cortado.Any;

// A covariant return type needs a bridge, too.
public class CovariantReturn {
    static class Animal {
        Animal self() {
            return this;
        }

        int legs() {
            return 4;
        }
    }

    static class Bird extends Animal {
        @Override
        Bird self() {
            return new Bird();
        }

        @Override
        int legs() {
            return 2;
        }
    }

    public static void main(String[] args) {
        Animal a = Any.aBoolean() ? new Animal() : new Bird();
        Animal b = a.self();
        assert a.legs() == b.legs();
        assert a == b;
    }
}
