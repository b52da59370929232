import cortado.Any;

// An index computed with % can be negative; with floorMod it cannot.
public class FloorMod {
    public static void main(String[] args) {
        int hash = Any.anInt();
        int bucket = Math.floorMod(hash, 16);
        assert bucket >= 0;
    }
}
