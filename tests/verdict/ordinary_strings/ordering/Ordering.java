import cortado.Any;

// The order of strings is antisymmetric; its results are not just -1, 0 and 1.
public class Ordering {
    public static void main(String[] args) {
        String a = Any.aString(5);
        String b = Any.aString(5);
        int there = a.compareTo(b);
        int back = b.compareTo(a);
        assert there == -back;
        assert (there == 0) == a.equals(b);
    }
}
