import cortado.Any;

// Constants with bodies are of classes of their own.
public class EnumBodies {
    enum Op {
        PLUS("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MINUS("-") {
            @Override
            int apply(int a, int b) {
                return a - b;
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        Op op = Any.aBoolean() ? Op.PLUS : Op.MINUS;
        int r = op.apply(a, b);
        assert op.sign.equals("+") ? r - b == a : r + b == a;
        assert op.getDeclaringClass() == Op.class && op.getClass() != Op.class;
    }
}
