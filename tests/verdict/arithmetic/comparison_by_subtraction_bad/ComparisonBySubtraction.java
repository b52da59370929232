import cortado.Any;

// A comparator that subtracts is not antisymmetric.
public class ComparisonBySubtraction {
    static int compare(int a, int b) {
        return a - b;
    }

    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        Any.assume(a < b);
        assert compare(a, b) < 0;
    }
}
