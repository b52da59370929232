import cortado.Any;

// 46340 is the largest int whose square fits.
public class SquareOverflow {
    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(-46340 <= x && x <= 46340);
        assert x * x >= 0;
    }
}
