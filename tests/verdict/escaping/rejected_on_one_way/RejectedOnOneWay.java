// Where paths have merged, each value that may be refused has to come from an argument.
public class RejectedOnOneWay {
    static int half(int x) {
        if (x % 2 != 0) {
            throw new IllegalArgumentException("odd");
        }
        return x / 2;
    }

    public static int quarter(int x, int y) {
        int chosen = y;
        if (x > 10) {
            chosen = x;
        }
        return half(chosen);
    }
}
