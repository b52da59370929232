import cortado.Any;

// An assumption does not excuse a failure that came before it.
public class AssumeComesTooLate {
    public static void main(String[] args) {
        int x = Any.anInt();
        assert x != 77;
        Any.assume(x < 10);
    }
}
