import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Removes the negative numbers from a list while walking over it. */
public class Main {
    static void clean(List<Integer> numbers) {
        for (Integer number : numbers) {
            if (number < 0) {
                numbers.remove(number);
            }
        }
    }

    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            numbers.add(Verifier.nondetInt());
        }
        clean(numbers);
    }
}
