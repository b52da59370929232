import cortado.Any;

// Double.compare calls NaN equal to itself, == does not.
public class TotalOrder {
    public static void main(String[] args) {
        double x = Any.aDouble();
        double y = Any.aDouble();
        if (x < y) assert Double.compare(x, y) < 0;
        if (Double.compare(x, y) == 0) assert x == y;
    }
}
