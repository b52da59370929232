import cortado.Any;

// `throw new AssertionError` is no assert statement.
public class AssertionErrorByHand {
    public static void main(String[] args) {
        int x = Any.anInt();
        switch (x & 3) {
            case 0, 1, 2 -> x = 0;
            default -> throw new AssertionError(x);
        }
    }
}
