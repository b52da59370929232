import cortado.Any;

// Two methods that call each other.
public class MutualRecursion {
    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n == 0 || even(n - 1);
    }

    public static void main(String[] args) {
        int n = Any.anInt(0, 100);
        assert even(n) == (n % 2 == 0);
    }
}
