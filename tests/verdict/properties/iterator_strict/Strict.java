import cortado.Any;
import java.util.*;

// The answer of hasNext() counts.
public class Strict {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>();
        if (Any.aBoolean()) list.add(1);
        Iterator<Integer> i = list.iterator();
        boolean more = i.hasNext();
        try {
            if (more) i.next();
        } catch (NoSuchElementException e) {
            list.clear();
        }
    }
}
