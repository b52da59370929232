// The exception comes from a helper that gets a value computed by the entry, so it is no rejection.
public class RejectedNumber {
    public static int digit(char c) {
        return value(c + 1);
    }

    private static int value(int c) {
        if (c > 65535) {
            throw new NumberFormatException("no character");
        }
        return c;
    }
}
