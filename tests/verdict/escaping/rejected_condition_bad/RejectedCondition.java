// A method that checks a condition does so for its caller: what is refused are the arguments of that.
public class RejectedCondition {
    static void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    static int first(int[] values) {
        check(values.length > 0, "empty");
        return values[0];
    }

    public static int of(int[] values) {
        return first(new int[values.length > 3 ? 0 : 1]);
    }
}
