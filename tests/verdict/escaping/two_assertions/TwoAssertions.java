import cortado.Any;

// Every obligation is reported on its own.
public class TwoAssertions {
    public static void main(String[] args) {
        int x = Any.anInt();
        if (x > 100) {
            assert x < 1000;
        } else {
            assert x > -1000;
        }
        assert x != 0 || x == 0;
    }
}
