import cortado.Any;

// Local and anonymous classes capture values, not variables.
public class CapturedVariables {
    interface Source {
        int get();
    }

    public static void main(String[] args) {
        Source[] sources = new Source[3];
        int base = Any.anInt();
        for (int i = 0; i < 3; i++) {
            int offset = i;
            sources[i] = new Source() {
                int calls = 0;

                @Override
                public int get() {
                    return base + offset + calls++;
                }
            };
        }
        class Twice implements Source {
            public int get() {
                return 2 * sources[1].get();
            }
        }
        assert sources[0].get() == base;
        assert new Twice().get() == 2 * base + 3;
        assert sources[2].get() == base + 2;
    }
}
