import cortado.Any;

// A record compares its float components like Float.compare.
public class RecordWithFloat {
    record Sample(float value, String unit, int[] raw) {}

    public static void main(String[] args) {
        float f = Any.aFloat();
        int[] raw = {1};
        assert new Sample(f, "m", raw).equals(new Sample(f, "m", raw));
        assert !new Sample(0.0f, "m", raw).equals(new Sample(-0.0f, "m", raw));
        int[] other = raw;
        assert new Sample(f, null, raw).equals(new Sample(f, null, other));
    }
}
