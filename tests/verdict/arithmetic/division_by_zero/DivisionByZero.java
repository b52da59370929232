import cortado.Any;

// Integer division by zero throws (JLS 15.17.2).
public class DivisionByZero {
    public static void main(String[] args) {
        int d = Any.anInt();
        if (d != 0) {
            int q = 1000 / d;
            assert q <= 1000;
        }
    }
}
