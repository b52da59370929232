import cortado.Any;
import java.util.*;

// The class of the receiver counts, not the type of the variable.
public class Behind {
    public static void main(String[] args) throws Exception {
        Collection<Integer> list = Any.aBoolean() ? new LinkedList<>(List.of(1, 2, 3)) : new HashSet<>(List.of(1, 2, 3));
        Object same = list;
        int sum = 0;
        for (int x : list) {
            sum += x;
            if (sum > 5) ((Collection<?>) same).clear();
        }
    }
}
