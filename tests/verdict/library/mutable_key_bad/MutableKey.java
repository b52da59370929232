import cortado.Any;
import java.util.HashSet;
import java.util.Set;

// A key that changes inside a hash set is lost.
public class MutableKey {
    int id;

    @Override
    public int hashCode() {
        return id;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof MutableKey k && k.id == id;
    }

    public static void main(String[] args) {
        Set<MutableKey> set = new HashSet<>();
        MutableKey k = new MutableKey();
        set.add(k);
        k.id = Any.anInt(0, 1);
        boolean moved = false;
        assert set.contains(k) == !moved;
        assert set.size() == 1;
    }
}
