import cortado.Any;

// Recursion to a symbolic depth.
public class Recursion {
    static int sum(int n) {
        return n == 0 ? 1 : n + sum(n - 1);
    }

    public static void main(String[] args) {
        int n = Any.anInt(0, 100);
        assert sum(n) == n * (n + 1) / 2;
    }
}
