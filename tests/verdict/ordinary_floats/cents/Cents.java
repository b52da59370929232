import cortado.Any;

// Money in doubles: 0.29 * 100 is less than 29.
public class Cents {
    public static void main(String[] args) {
        int cents = Any.anInt();
        Any.assume(cents >= 0 && cents < 1000);
        double price = cents / 100.0;
        assert Math.round(price * 100) == cents;
    }
}
