// An enum's constants are as their constructors made them, bodies of their own included.
public class Planets {
    enum Op {
        PLUS(1) { int apply(int a) { return a + weight; } },
        MINUS(-1) { int apply(int a) { return a + weight; } };

        final int weight;

        Op(int weight) {
            this.weight = weight;
        }

        abstract int apply(int a);
    }

    static void check(Op op, short a) {
        assert op.apply(a) != a;
    }
}
