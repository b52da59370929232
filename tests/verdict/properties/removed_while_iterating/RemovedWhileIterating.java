import cortado.Any;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

// The iterator itself may remove; the list may not.
public class RemovedWhileIterating {
    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
        List<Integer> others = new ArrayList<>(numbers);
        int n = Any.anInt();
        Iterator<Integer> it = numbers.iterator();
        while (it.hasNext()) {
            Integer number = it.next();
            if (number == n) {
                others.remove(number);
            }
        }
    }
}
