import java.util.Objects;

// With --nullable an argument may be null; refusing it with requireNonNull is a note.
public class RequiredNonNull {
    public static int twice(Integer x) {
        x.hashCode();
        return 2 * x;
    }
}
