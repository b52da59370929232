import cortado.Any;

// Unboxing null throws, also when a conditional expression does it unseen (JLS 15.25).
public class UnboxingNull {
    public static void main(String[] args) {
        boolean b = Any.aBoolean();
        Integer nothing = null;
        Integer r = b ? Integer.valueOf(1) : nothing;
        assert r == null || r == 1;
    }
}
