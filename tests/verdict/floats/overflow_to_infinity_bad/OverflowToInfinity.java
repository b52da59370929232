import cortado.Any;

// Doubling a large finite float gives infinity, not an exception.
public class OverflowToInfinity {
    public static void main(String[] args) {
        float f = Any.aFloat();
        Any.assume(f > 1.0f && f <= 1.8e38f);
        float twice = f * 2.0f;
        assert Float.isFinite(twice);
        assert twice > f;
    }
}
