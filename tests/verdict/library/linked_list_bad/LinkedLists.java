import cortado.Any;
import java.util.LinkedList;
import java.util.ListIterator;

// LinkedList and its list iterator.
public class LinkedLists {
    public static void main(String[] args) {
        int x = Any.anInt();
        LinkedList<Integer> list = new LinkedList<>();
        list.add(1);
        list.addFirst(x);
        ListIterator<Integer> it = list.listIterator();
        it.next();
        it.set(x + 1);
        assert list.size() == 3 && list.getFirst() == x;
        assert list.removeLast() == 1 && list.peekLast() == x + 1;
    }
}
