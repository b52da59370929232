import cortado.Any;
import java.util.*;

// One question for each element; previous() makes the next one certain.
public class Iterators {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2, Any.anInt()));
        int sum = 0;
        for (int x : list) sum += x;
        for (Iterator<Integer> i = list.iterator(); i.hasNext();) if (i.next() == 7) i.remove();
        ListIterator<Integer> both = list.listIterator();
        if (both.hasNext()) {
            both.next();
            both.previous();
            sum += both.next();
        }
        Iterator<Integer> last = list.iterator();
        if (sum > 5) last.next();
    }
}
