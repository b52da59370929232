import cortado.Any;

// The same with floats.
public class FloatAngle {
    static float wrap(float degrees) {
        float d = degrees % 360f;
        return d < 0 ? d + 360f : d;
    }

    public static void main(String[] args) {
        float degrees = Any.aFloat();
        Any.assume(degrees > -1e6f && degrees < 1e6f);
        float d = wrap(degrees);
        assert d >= 0 && d < 360;
    }
}
