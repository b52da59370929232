import cortado.Any;

// Allowing a type allows its subclasses.
public class AllowedSupertype {
    public static void main(String[] args) {
        int n = Any.anInt(0, 2);
        int[] a = new int[n];
        a[1] = 7;
        assert "ab".charAt(n - 1 + a[1] - 7) != 'c';
    }
}
