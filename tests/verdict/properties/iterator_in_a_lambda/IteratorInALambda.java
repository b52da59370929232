import cortado.Any;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

// The library calls the lambda; what the lambda calls is the program's doing.
public class IteratorInALambda {
    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>();
        int n = Any.anInt();
        for (int i = 0; i < 3; i++) {
            numbers.add(i);
        }
        Iterator<Integer> it = numbers.iterator();
        List.of(1, 2).forEach(x -> {
            if (n == x && it.hasNext()) {
                it.next();
            }
        });
    }
}
