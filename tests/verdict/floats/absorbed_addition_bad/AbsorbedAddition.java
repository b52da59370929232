import cortado.Any;

// Adding one changes nothing once the float is large enough.
public class AbsorbedAddition {
    public static void main(String[] args) {
        float f = Any.aFloat();
        Any.assume(0.0f <= f && f <= 1e9f);
        assert f + 1.0f > f;
    }
}
