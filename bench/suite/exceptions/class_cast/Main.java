import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A list that was filled through a raw reference. */
public class Main {
    @SuppressWarnings({"unchecked", "rawtypes"})
    static void fill(List<Integer> numbers, boolean text) {
        List raw = numbers;
        raw.add(text ? "seven" : (Object) 7);
    }

    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>();
        fill(numbers, Verifier.nondetInt() == 41);
        int first = numbers.get(0);
        assert first == 7;
    }
}
