import cortado.Any;

// Minus zero is not below zero and still has a sign.
public class CopiedSign {
    public static void main(String[] args) {
        double x = Any.aDouble();
        double y = Any.aDouble();
        Any.assume(x == x && y == y);
        double z = Math.copySign(x, y);
        assert Math.abs(z) == Math.abs(x);
        if (y < 0) assert z <= 0;
        if (y >= 0) assert z >= 0;
    }
}
