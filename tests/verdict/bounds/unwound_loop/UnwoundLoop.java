import cortado.Any;

// A loop with a symbolic number of rounds, followed for three of them.
public class UnwoundLoop {
    public static void main(String[] args) {
        int n = Any.anInt(0, 1000);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 2;
        }
        assert sum == 2 * n;
    }
}
