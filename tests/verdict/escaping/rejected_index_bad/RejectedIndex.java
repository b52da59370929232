import java.util.Objects;

// An index that Objects.checkIndex refuses is a rejection; an access beyond the end of an array is not.
public class RejectedIndex {
    private static final int[] TABLE = {1, 2, 3};

    public static int get(int i) {
        return TABLE[Objects.requireNonNull(i)];
    }
}
