// An interface that makes its own objects, of a class that is not for others: none with other offsets is made.
public class Zones {
    public interface Zone {
        int offset();

        static Zone of(int hours) {
            return new Fixed(hours % 24);
        }
    }

    static class Fixed implements Zone {
        private final int hours;

        Fixed(int hours) {
            this.hours = hours;
        }

        @Override
        public int offset() {
            return hours;
        }
    }

    public static int between(Zone a, Zone b) {
        assert a.offset() - b.offset() < 46;
        return a.offset() - b.offset();
    }
}
