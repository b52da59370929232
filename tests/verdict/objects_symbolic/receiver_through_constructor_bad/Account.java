// A receiver comes from its constructor with any arguments that the constructor takes.
public class Account {
    private int balance;

    public Account(int balance) {
        if (balance < 0) {
            throw new IllegalArgumentException("debt");
        }
        this.balance = balance;
    }

    public int withdraw(int amount) {
        if (amount < 0 || amount > balance + 1) {
            return balance;
        }
        balance -= amount;
        assert balance >= 0;
        return balance;
    }
}
