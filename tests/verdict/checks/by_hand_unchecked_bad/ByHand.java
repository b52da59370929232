import cortado.Any;

// An AssertionError thrown by hand is an exception like any other.
public class ByHand {
    enum Coin { HEADS, TAILS }

    static int value(Coin coin) {
        switch (coin) {
            case HEADS:
                return 1;
            case TAILS:
                return 2;
            default:
                throw new AssertionError(coin);
        }
    }

    public static void main(String[] args) {
        Coin coin = Any.aBoolean() ? Coin.HEADS : Coin.TAILS;
        int value = value(coin);
        if (value == 2) {
            assert value != 2 : "no coin";
        }
    }
}
