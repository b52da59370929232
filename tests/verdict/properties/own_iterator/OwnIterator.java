import cortado.Any;
import java.util.*;

// An event is one step: what an iterator of the program does within it is its own business.
public class OwnIterator {
    static class Evens implements Iterable<Integer> {
        final List<Integer> all = new ArrayList<>();

        public Iterator<Integer> iterator() {
            Iterator<Integer> inner = all.iterator();
            return new Iterator<>() {
                Integer found;

                public boolean hasNext() {
                    while (found == null && inner.hasNext()) {
                        int x = inner.next();
                        if (x % 2 == 0) found = x;
                    }
                    return found != null;
                }

                public Integer next() {
                    if (!hasNext()) throw new NoSuchElementException();
                    Integer x = found;
                    found = null;
                    return x;
                }
            };
        }
    }

    public static void main(String[] args) throws Exception {
        Evens evens = new Evens();
        evens.all.addAll(List.of(1, 2, Any.anInt(), 4));
        int count = 0;
        for (int x : evens) count += x % 2 == 0 ? 1 : 0;
        Iterator<Integer> i = evens.iterator();
        if (i.hasNext() && count > 2) i.next();
    }
}
