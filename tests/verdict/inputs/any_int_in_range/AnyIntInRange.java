import cortado.Any;

// The ends of a range belong to it.
public class AnyIntInRange {
    public static void main(String[] args) {
        int x = Any.anInt(-2, 5);
        assert x >= -2 && x <= 5;
    }
}
