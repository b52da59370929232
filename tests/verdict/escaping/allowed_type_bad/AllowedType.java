import cortado.Any;

// A type given with --allow may escape.
public class AllowedType {
    public static void main(String[] args) {
        int x = Any.anInt(0, 3);
        int[] a = new int[4];
        a[x + 1] = 10 / (x + 1);
    }
}
