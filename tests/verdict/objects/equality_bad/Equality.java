import cortado.Any;

// Equality of objects is identity unless a class says otherwise.
public class Equality {
    static class Plain {
        final int x;

        Plain(int x) {
            this.x = x;
        }
    }

    static class Value extends Plain {
        Value(int x) {
            super(x);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Value v && v.x == x;
        }

        @Override
        public int hashCode() {
            return x;
        }
    }

    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        assert new Value(a).equals(new Value(b)) == (a == b);
        assert !new Value(a).equals(new Plain(a));
        Plain p = new Plain(a);
        assert p.equals(new Plain(a));
    }
}
