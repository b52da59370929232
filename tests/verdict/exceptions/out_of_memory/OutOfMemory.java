import cortado.Any;

// An array larger than any heap is an OutOfMemoryError that can be caught.
public class OutOfMemory {
    public static void main(String[] args) {
        int n = Any.anInt();
        Any.assume(n == 10 || n == Integer.MAX_VALUE);
        try {
            long[] a = new long[n];
            assert a.length == 10;
        } catch (OutOfMemoryError e) {
            assert n > 10;
        }
    }
}
