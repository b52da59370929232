import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Unboxing what a map has. */
public class Main {
    public static void main(String[] args) {
        Map<Integer, Integer> prices = new HashMap<>();
        prices.put(1, 100);
        prices.put(2, 250);
        int item = Verifier.nondetInt();
        Verifier.assume(item >= 1 && item <= 2);
        int price = prices.get(item);
        assert price == 100 || item == 2;
    }
}
