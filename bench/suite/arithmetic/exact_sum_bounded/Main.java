import org.sosy_lab.sv_benchmarks.Verifier;

/** Adds up deposits; the amounts are too small for an overflow. */
public class Main {
    private int total;

    void deposit(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        total = Math.addExact(total, amount);
    }

    public static void main(String[] args) {
        Main account = new Main();
        for (int i = 0; i < 3; i++) {
            int amount = Verifier.nondetInt();
            if (amount > 0 && amount <= 500_000_000) {
                account.deposit(amount);
            }
        }
    }
}
