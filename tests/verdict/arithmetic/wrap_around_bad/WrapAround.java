import cortado.Any;

// Integer addition wraps around silently (JLS 15.18.2).
public class WrapAround {
    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(x > 0);
        int y = x + 1;
        assert y > 0;
    }
}
