// A setter that checks is not a way around the check: the field is as the constructor leaves it.
public class Meters {
    public static final class Meter {
        private int value = 5;

        public void setValue(int value) {
            if (value < 0) {
                throw new IllegalArgumentException();
            }
            this.value = value;
        }
    }

    static void check(Meter meter) {
        assert meter.value >= 0;
    }
}
