// float and double parameters.
public class MethodFloat {
    public static double ratio(float part, double scale) {
        if (!(part >= 0.0f && part <= 1.0f)) {
            return 0.0;
        }
        assert part + 1.0f >= 1.0f;
        if (scale > 0.0) {
            assert scale >= Double.MIN_VALUE;
        }
        return part;
    }
}
