import java.util.Arrays;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The average of the positive numbers, if there are any. */
public class Main {
    public static void main(String[] args) {
        List<Integer> numbers = Arrays.asList(Verifier.nondetInt(), Verifier.nondetInt());
        int smallest = numbers.stream().filter(n -> n > 0).min(Integer::compare).get();
        System.out.println(smallest);
    }
}
