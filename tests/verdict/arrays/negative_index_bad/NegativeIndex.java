import cortado.Any;

// A negative index is out of bounds as well.
public class NegativeIndex {
    public static void main(String[] args) {
        int[] table = {10, 20, 30, 40};
        int hash = Any.anInt();
        int slot = hash % 4;
        assert table[slot] >= 10;
    }
}
