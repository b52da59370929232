// A subclass of IllegalArgumentException that the entry throws itself is a rejection, too.
public class RejectedNumber {
    public static int digit(char c) {
        if (c < '0' || c > '9') {
            return Integer.parseInt("");
        }
        return c - '0';
    }
}
