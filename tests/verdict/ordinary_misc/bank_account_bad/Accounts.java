import cortado.Any;

// Transfers keep the sum of all balances.
public class Accounts {
    static class InsufficientFunds extends Exception {
        final long missing;

        InsufficientFunds(long missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    private final long[] balance = {100, 50, 0};

    void transfer(int from, int to, long amount) throws InsufficientFunds {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        if (balance[from] < amount) {
            throw new InsufficientFunds(amount - balance[from]);
        }
        long target = balance[to];
        assert target >= 0;
        balance[from] -= amount;
        balance[to] = target + amount;
    }

    public static void main(String[] args) {
        Accounts accounts = new Accounts();
        int from = Any.anInt(0, 2);
        int to = Any.anInt(0, 2);
        long amount = Any.aLong();
        try {
            accounts.transfer(from, to, amount);
            assert amount <= 100;
        } catch (InsufficientFunds e) {
            assert e.missing > 0;
        } catch (IllegalArgumentException e) {
            assert amount <= 0;
        }
        long sum = 0;
        for (long b : accounts.balance) {
            assert b >= 0;
            sum += b;
        }
        assert sum == 150;
    }
}
