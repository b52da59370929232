import cortado.Any;

// Operations as constants with bodies of their own.
public class Calculator {
    enum Op {
        PLUS("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        MINUS("-") {
            int apply(int a, int b) {
                return a - b;
            }
        },
        OVER("/") {
            int apply(int a, int b) {
                return b == 0 ? 0 : a / b;
            }
        };

        final String symbol;

        Op(String symbol) {
            this.symbol = symbol;
        }

        abstract int apply(int a, int b);

        static Op of(String symbol) {
            for (Op op : values()) {
                if (op.symbol.equals(symbol)) {
                    return op;
                }
            }
            throw new IllegalArgumentException(symbol);
        }
    }

    public static void main(String[] args) {
        int a = Any.anInt(-100, 100);
        int b = Any.anInt(-100, 100);
        Op op = Op.values()[Any.anInt(0, 2)];
        int result = op.apply(a, b);
        assert result >= -200 && result <= 200;
        assert Op.of(op.symbol) == op;
        assert Op.valueOf("MINUS").ordinal() == 1;
        assert op.getDeclaringClass() == Op.class;
        assert op.compareTo(Op.OVER) <= 0;
    }
}
