import cortado.Any;

// Inner, static nested, local and anonymous classes share a counter.
public class Outer {
    private int count;

    class Inner {
        private final int step;

        Inner(int step) {
            this.step = step;
        }

        void go() {
            count += step;
        }

        class Deeper {
            void go() {
                Inner.this.go();
                Outer.this.count++;
            }
        }
    }

    static class Nested {
        int read(Outer o) {
            return o.count;
        }
    }

    public static void main(String[] args) {
        int n = Any.anInt(0, 100);
        Outer outer = new Outer();
        Inner inner = outer.new Inner(n);
        inner.go();
        inner.new Deeper().go();
        class Local {
            int twice() {
                return 2 * n;
            }
        }
        Runnable anonymous = new Runnable() {
            private int own = n;

            @Override
            public void run() {
                outer.count -= own++;
            }
        };
        assert new Nested().read(outer) == new Local().twice() + 1;
        anonymous.run();
        anonymous.run();
        assert outer.count == 0;
    }
}
