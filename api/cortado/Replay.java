package cortado;

/**
 * The values that symbolic inputs take when a program runs on a JVM. A generated test fills it; every kind of symbolic
 * input draws from the same list, in the order of the calls.
 */
public final class Replay {
    private static Object[] values;
    private static int next;
    private static boolean early;
    private static boolean exceeded;

    private Replay() {}

    /** Sets the values of the coming inputs, dropping earlier ones. A null array stands for a single null. */
    public static synchronized void values(Object... inputs) {
        values = inputs == null ? new Object[] {null} : inputs.clone();
        next = 0;
        exceeded = false;
    }

    /** Forgets all values. */
    public static synchronized void reset() {
        values = null;
        next = 0;
        early = false;
        exceeded = false;
    }

    /** How many values have not been drawn yet. */
    public static synchronized int remaining() {
        return values == null ? 0 : values.length - next;
    }

    /**
     * How the values were drawn: {@code early} if one was asked for before there were any, {@code exceeded} if more were
     * asked for than there are, {@code unused} if some are left, and otherwise nothing.
     */
    public static synchronized String account() {
        return early ? "early" : exceeded ? "exceeded" : remaining() > 0 ? "unused" : "";
    }

    /**
     * Ends a test that has seen no failure: if no value has been drawn, the program ran without the copies of its classes
     * that draw them.
     */
    public static synchronized void requireUse(String copies) {
        if (values != null && values.length > 0 && next == 0) {
            throw new IllegalStateException(
                    "no argument was put in: the classes in " + copies + " must come first on the class path");
        }
    }

    private static synchronized Object draw(String type) {
        if (values == null) {
            early = true;
            throw new IllegalStateException(
                    "this program asks for a symbolic " + type + ": run it with `cortado check`,"
                            + " or give its inputs with cortado.Replay.values(...) first");
        }
        if (next >= values.length) {
            exceeded = true;
            throw new IllegalStateException(
                    "all " + values.length + " replayed values are used up, and a symbolic " + type + " is asked for");
        }
        return values[next++];
    }

    private static IllegalStateException wrong(String type, Object value) {
        String found = value == null ? "null" : value.getClass().getName();
        return new IllegalStateException(
                "replayed value " + next + " should be a " + type + ", but it is a " + found);
    }

    private static Number number(String type) {
        Object value = draw(type);
        if (value instanceof Number) {
            return (Number) value;
        }
        throw wrong(type, value);
    }

    public static boolean nextBoolean() {
        Object value = draw("boolean");
        if (value instanceof Boolean) {
            return (Boolean) value;
        }
        throw wrong("boolean", value);
    }

    public static char nextChar() {
        Object value = draw("char");
        if (value instanceof Character) {
            return (Character) value;
        }
        throw wrong("char", value);
    }

    public static byte nextByte() {
        return number("byte").byteValue();
    }

    public static short nextShort() {
        return number("short").shortValue();
    }

    public static int nextInt() {
        return number("int").intValue();
    }

    public static long nextLong() {
        return number("long").longValue();
    }

    public static float nextFloat() {
        return number("float").floatValue();
    }

    public static double nextDouble() {
        return number("double").doubleValue();
    }

    /** The next value, whatever it is. */
    public static Object nextObject() {
        return draw("object");
    }

    /** The next value, which must be null or of the given class. */
    public static <T> T next(Class<T> type) {
        Object value = draw(type.getSimpleName());
        if (value != null && !type.isInstance(value)) {
            throw wrong(type.getName(), value);
        }
        return type.cast(value);
    }
}
