import org.sosy_lab.sv_benchmarks.Verifier;

/** Clamping lets one value through. */
public class Main {
    static float clamp(float x, float low, float high) {
        if (x < low) {
            return low;
        }
        if (x > high) {
            return high;
        }
        return x;
    }

    public static void main(String[] args) {
        float x = Verifier.nondetFloat();
        float y = clamp(x, -1f, 1f);
        assert y >= -1f && y <= 1f;
    }
}
