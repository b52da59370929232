import cortado.Any;

// Two names for one object.
public class Aliasing {
    int value;

    static void set(Aliasing target, int v) {
        target.value = v;
        target = new Aliasing();
        target.value = -1;
    }

    public static void main(String[] args) {
        int v = Any.anInt();
        Aliasing a = new Aliasing();
        Aliasing b = v >= 0 ? a : new Aliasing();
        set(b, v + 1);
        assert a.value == (v > 0 ? v + 1 : 0);
    }
}
