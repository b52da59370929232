import cortado.Any;

// An assumption cuts off the paths on which it is false.
public class Assume {
    public static void main(String[] args) {
        int x = Any.anInt();
        int y = Any.anInt();
        Any.assume(x < y);
        Any.assume(y < 10);
        assert x < 9;
    }
}
