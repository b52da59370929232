import cortado.Any;
import java.util.HashMap;
import java.util.Map;

// Two numbers with a given sum, by a map from number to index.
public class TwoSum {
    static int[] find(int[] numbers, int sum) {
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            Integer other = seen.get(sum - numbers[i]);
            if (other != null) {
                return new int[] {other, i};
            }
            seen.put(sum - numbers[i], i);
        }
        return null;
    }

    public static void main(String[] args) {
        int[] numbers = {Any.anInt(-99, 99), Any.anInt(-99, 99), Any.anInt(-99, 99)};
        int sum = Any.anInt(-99, 99);
        int[] found = find(numbers, sum);
        if (found != null) {
            assert found[0] < found[1];
            assert numbers[found[0]] + numbers[found[1]] == sum;
        }
    }
}
