import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Orders through a stream: what is filtered out is what is missing from the sum. */
public class Main {
    public static void main(String[] args) {
        Integer[] amounts = new Integer[3];
        for (int i = 0; i < amounts.length; i++) {
            int amount = Verifier.nondetInt();
            Verifier.assume(amount >= -1000 && amount <= 1000);
            amounts[i] = amount;
        }
        List<Integer> orders = Arrays.asList(amounts);
        List<Integer> paid = orders.stream().filter(a -> a > 0).collect(Collectors.toList());
        int sum = paid.stream().mapToInt(Integer::intValue).sum();
        assert sum >= paid.size();
        assert sum <= 3000;
        assert orders.stream().anyMatch(a -> a > 0) == !paid.isEmpty();
    }
}
