import cortado.Any;

// A product of ints is an int, also when it is assigned to a long.
public class ProductAsLong {
    public static void main(String[] args) {
        int width = Any.anInt(0, 50000);
        int height = Any.anInt(0, 50000);
        long area = (long) width * height;
        assert area >= 0;
    }
}
