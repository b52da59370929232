import cortado.Any;

// The size of a new array must not be negative (JLS 15.10.2).
public class NegativeSize {
    public static void main(String[] args) {
        int n = Any.anInt(-3, 3);
        if (n >= 0) {
            int[] a = new int[n];
            assert a.length == n;
        }
    }
}
