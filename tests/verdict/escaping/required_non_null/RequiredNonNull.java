import java.util.Objects;

// With --nullable an argument may be null; refusing it with requireNonNull is a note.
public class RequiredNonNull {
    public static int twice(Integer x) {
        Objects.requireNonNull(x);
        return 2 * x;
    }
}
