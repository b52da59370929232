import cortado.Any;

// A double holds every int.
public class IntToDoubleIsExact {
    public static void main(String[] args) {
        int x = Any.anInt();
        double d = x;
        assert (int) d == x;
    }
}
