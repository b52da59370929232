// A list is a real one, with elements of its type argument.
import java.util.List;

public class Sums {
    static int count(List<Integer> numbers) {
        int positive = 0;
        for (Integer number : numbers) {
            if (number > 0) {
                positive++;
            }
        }
        assert positive < numbers.size();
        return positive;
    }
}
