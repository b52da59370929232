import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Transfers between accounts keep the total, and nobody gets into debt. */
public class Main {
    static final Map<String, Integer> BALANCE = new HashMap<>();

    static boolean transfer(String from, String to, int amount) {
        int available = BALANCE.getOrDefault(from, 0);
        if (amount <= 0 || amount > available) {
            return false;
        }
        int target = BALANCE.getOrDefault(to, 0);
        BALANCE.put(from, available - amount);
        BALANCE.put(to, target + amount);
        return true;
    }

    static String someone() {
        int who = Verifier.nondetInt();
        Verifier.assume(who >= 0 && who < 3);
        return who == 0 ? "ann" : who == 1 ? "bob" : "eve";
    }

    public static void main(String[] args) {
        BALANCE.put("ann", 100);
        BALANCE.put("bob", 50);
        for (int i = 0; i < 2; i++) {
            transfer(someone(), someone(), Verifier.nondetInt());
        }
        int total = 0;
        for (int balance : BALANCE.values()) {
            assert balance >= 0;
            total += balance;
        }
        assert total == 150;
    }
}
