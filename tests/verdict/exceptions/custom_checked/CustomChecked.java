import cortado.Any;

// A checked exception of the user's own.
public class CustomChecked {
    static class Overdrawn extends Exception {
        final int missing;

        Overdrawn(int missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    static int withdraw(int balance, int amount) throws Overdrawn {
        if (amount > balance) {
            throw new Overdrawn(amount - balance);
        }
        return balance - amount;
    }

    public static void main(String[] args) {
        int amount = Any.anInt(0, 200);
        try {
            assert withdraw(100, amount) >= 0;
        } catch (Overdrawn e) {
            if (e.missing > 100) {
                throw new IllegalStateException(e);
            }
            assert amount > 100;
        }
    }
}
