import cortado.Any;
import java.util.Objects;

// The helpers of java.util.Objects.
public class ObjectsHelpers {
    public static void main(String[] args) {
        int x = Any.anInt();
        String s = x > 0 ? "s" : null;
        assert Objects.equals(s, null) == x < 0;
        assert Objects.hashCode(null) == 0;
        assert Objects.requireNonNullElse(s, "d").length() == 1;
        assert Objects.hash(1, x) == 31 * (31 + 1) + x;
    }
}
