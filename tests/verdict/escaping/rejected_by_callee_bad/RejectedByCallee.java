// What a called method refuses of an argument is a rejection of the argument, too.
public class RejectedByCallee {
    static int half(int x) {
        if (x % 2 != 0) {
            throw new IllegalArgumentException("odd");
        }
        return x / 2;
    }

    public static int quarter(int x) {
        return half(x > 0 ? 8 : 7);
    }
}
