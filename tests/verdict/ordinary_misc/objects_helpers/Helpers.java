import cortado.Any;
import java.util.Objects;

// Objects.* on values that may be missing.
public class Helpers {
    static String name(String given) {
        return Objects.requireNonNullElse(given, "nobody");
    }

    public static void main(String[] args) {
        String given = Any.aBoolean() ? "ada" : null;
        String name = name(given);
        assert !name.isEmpty();
        assert Objects.equals(given, name) == (given != null);
        assert Objects.toString(given, "-").length() == (given == null ? 1 : 3);
        assert Objects.hashCode(null) == 0;
        assert Objects.hash(1, 2) == 31 * (31 + 1) + 2;
        int i = Any.anInt();
        try {
            int checked = Objects.checkIndex(i, 5);
            assert checked >= 0 && checked < 5;
        } catch (IndexOutOfBoundsException e) {
            assert i < 0 || i >= 5;
        }
        assert Objects.compare("a", "b", String::compareTo) < 0;
        assert Objects.isNull(given) != Objects.nonNull(given);
    }
}
