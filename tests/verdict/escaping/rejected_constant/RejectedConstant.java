// A number that the program writes down is no argument, even if the object that refuses it holds one.
public class RejectedConstant {
    static class Account {
        private long balance;

        void deposit(int amount) {
            if (amount < 0) {
                throw new IllegalArgumentException("negative");
            }
            balance += amount;
        }
    }

    public static long twice(int amount) {
        Account account = new Account();
        account.deposit(amount);
        account.deposit(1);
        return account.balance;
    }
}
