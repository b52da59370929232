import cortado.Any;

// The maximum of an array of up to three symbolic elements.
public class Maximum {
    public static void main(String[] args) {
        int[] a = Any.anIntArray(3);
        int max = Integer.MIN_VALUE;
        for (int x : a) {
            if (x > max) {
                max = x;
            }
        }
        for (int x : a) {
            assert x <= max;
        }
        boolean found = a.length == 0;
        for (int x : a) {
            found |= x == max;
        }
        assert found;
    }
}
