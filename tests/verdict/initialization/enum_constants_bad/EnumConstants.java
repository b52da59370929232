// Enum constants are created before the other static fields.
public class EnumConstants {
    enum Level {
        LOW,
        HIGH;

        static int created = 10;
        final int seen;

        Level() {
            seen = count();
        }

        static int count() {
            return ++created;
        }
    }

    public static void main(String[] args) {
        assert Level.LOW.seen == 1 && Level.HIGH.seen == 2;
        assert Level.created == 12;
    }
}
