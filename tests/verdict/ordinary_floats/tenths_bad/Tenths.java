import cortado.Any;

// Adding tenths drifts.
public class Tenths {
    public static void main(String[] args) {
        int n = Any.anInt();
        Any.assume(n >= 0 && n <= 12);
        double sum = 0;
        for (int i = 0; i < n; i++) sum += 0.1;
        assert sum == n / 10.0;
    }
}
