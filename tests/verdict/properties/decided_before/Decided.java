import cortado.Any;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The first branch changes nothing that matters, but it decides the second. */
class Decided {
    public static void main(String[] args) {
        int c = Any.anInt();
        int ones = 0;
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Iterator<Integer> iterator = list.iterator();
        if (c == 1) ones++;
        if (c == 1 && c == 2) list.add(3);
        if (iterator.hasNext()) iterator.next();
        System.out.println(ones);
    }
}
