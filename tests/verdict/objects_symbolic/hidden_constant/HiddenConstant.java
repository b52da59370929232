// The only object of the argument's type is a constant that a test cannot name.
public class HiddenConstant {
    public interface Unit {
        int size();
    }

    private static class Fixed implements Unit {
        static final Fixed ONLY = new Fixed(7);
        private final int size;

        private Fixed(int size) {
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }
    }

    public static int size(Unit unit) {
        assert unit.size() == 7;
        return unit.size();
    }
}
