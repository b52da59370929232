import cortado.Any;

// What decays long enough is gone.
public class Decay {
    public static void main(String[] args) {
        double time = Any.aDouble();
        Any.assume(time >= 0 && time <= 2000);
        double left = 100 * Math.exp(-0.5 * time);
        assert left > 0 && left <= 100;
    }
}
