import cortado.Any;

// A store through one symbolic index is seen through another one exactly if they are equal.
public class SymbolicStoreAndLoad {
    public static void main(String[] args) {
        int[] a = {1, 2, 3, 4};
        int i = Any.anInt(0, 3);
        int j = Any.anInt(0, 3);
        a[i] = 10;
        a[j] = 20;
        assert a[i] == 10 || i == j;
        assert a[j] == 20;
    }
}
