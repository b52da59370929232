import cortado.Any;

// A bound that no path reaches does not weaken the verdict.
public class LargeEnoughBound {
    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(x >= 0 && x < 100);
        int rounds = 0;
        while (x != 0) {
            x /= 2;
            rounds++;
        }
        assert rounds <= 6;
    }
}
