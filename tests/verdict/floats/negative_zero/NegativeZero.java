import cortado.Any;

// The two zeros are equal but their reciprocals are not.
public class NegativeZero {
    public static void main(String[] args) {
        float f = Any.aFloat();
        if (f == 0.0f) {
            float r = 1.0f / f;
            assert Float.isInfinite(r);
        }
    }
}
