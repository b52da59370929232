import cortado.Any;

// One of a few given values.
public class OneOf {
    public static void main(String[] args) {
        int base = Any.oneOf(2, 8, 10, 16);
        int digits = Integer.toString(15, base).length();
        assert digits == (base == 2 ? 4 : 2);
    }
}
