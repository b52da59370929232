import cortado.Any;

// The type of a conditional expression decides what is boxed.
public class ConditionalPromotion {
    public static void main(String[] args) {
        boolean b = Any.aBoolean();
        Object o = b ? 1 : 2.0;
        assert o instanceof Double;
        Object c = b ? 'a' : 98;
        assert c instanceof Character;
        int i = 98;
        Object d = b ? 'a' : i;
        assert d instanceof Integer;
    }
}
