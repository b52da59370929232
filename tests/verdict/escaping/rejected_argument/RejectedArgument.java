// An argument rejected with an IllegalArgumentException is a note, not a violation.
public class RejectedArgument {
    public static int root(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative");
        }
        int r = 0;
        while (r < 3 && (r + 1) * (r + 1) <= x) {
            r++;
        }
        assert r * r <= x;
        return r;
    }
}
