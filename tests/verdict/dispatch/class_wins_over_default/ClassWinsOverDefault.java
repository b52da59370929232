import cortado.Any;

// A method inherited from a class beats a default method.
public class ClassWinsOverDefault {
    interface Sized {
        default int size() {
            return 0;
        }
    }

    static class Box {
        final int n;

        Box(int n) {
            this.n = n;
        }

        public int size() {
            return n;
        }
    }

    static class SizedBox extends Box implements Sized {
        SizedBox(int n) {
            super(n);
        }
    }

    public static void main(String[] args) {
        int n = Any.anInt();
        Sized s = new SizedBox(n);
        assert s.size() == n;
    }
}
