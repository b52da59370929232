import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Removes the negative numbers from a list. */
public class Main {
    static void clean(List<Integer> numbers) {
        numbers.removeIf(number -> number < 0);
    }

    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            numbers.add(Verifier.nondetInt());
        }
        clean(numbers);
        for (int number : numbers) {
            assert number >= 0;
        }
    }
}
