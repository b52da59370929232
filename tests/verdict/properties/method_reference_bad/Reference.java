import cortado.Any;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** What is called through a method reference is no event, and the verdict says so; a lambda's body has events. */
class Reference {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Iterator<Integer> iterator = list.iterator();
        if (Any.anInt() == 5) {
            list.add(3);
        }
        Supplier<Integer> next = () -> iterator.next();
        System.out.println(iterator.hasNext() ? next.get() : 0);
    }
}
