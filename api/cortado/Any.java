package cortado;

/**
 * Inputs that may have any value. Under {@code cortado check} every call makes a fresh symbolic value; in a replay it
 * returns the next value of {@link Replay}.
 */
public final class Any {
    private Any() {}

    /** Keeps only the executions in which the condition holds. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new AssumptionViolated();
        }
    }

    public static int anInt() {
        return Replay.nextInt();
    }

    public static long aLong() {
        return Replay.nextLong();
    }

    public static byte aByte() {
        return Replay.nextByte();
    }

    public static short aShort() {
        return Replay.nextShort();
    }

    public static char aChar() {
        return Replay.nextChar();
    }

    public static boolean aBoolean() {
        return Replay.nextBoolean();
    }

    public static float aFloat() {
        return Replay.nextFloat();
    }

    public static double aDouble() {
        return Replay.nextDouble();
    }

    /** Any int between the two bounds, both included. */
    public static int anInt(int from, int to) {
        int value = anInt();
        assume(from <= value && value <= to);
        return value;
    }

    /** One of the given values, of which there must be at least one. */
    public static int oneOf(int[] choices) {
        return choices[anInt(0, choices.length - 1)];
    }

    /** One of the given values, of which there must be at least one. */
    @SafeVarargs
    public static <T> T oneOf(T... choices) {
        return choices[anInt(0, choices.length - 1)];
    }

    // Of `int...` and `T...`, javac prefers neither for numbers; overloads with a fixed number of parameters come first.

    public static int oneOf(int a) {
        return oneOf(new int[] {a});
    }

    public static int oneOf(int a, int b) {
        return oneOf(new int[] {a, b});
    }

    public static int oneOf(int a, int b, int c) {
        return oneOf(new int[] {a, b, c});
    }

    public static int oneOf(int a, int b, int c, int d) {
        return oneOf(new int[] {a, b, c, d});
    }

    public static int oneOf(int a, int b, int c, int d, int e) {
        return oneOf(new int[] {a, b, c, d, e});
    }

    public static int oneOf(int a, int b, int c, int d, int e, int f) {
        return oneOf(new int[] {a, b, c, d, e, f});
    }

    public static int oneOf(int a, int b, int c, int d, int e, int f, int g) {
        return oneOf(new int[] {a, b, c, d, e, f, g});
    }

    public static int oneOf(int a, int b, int c, int d, int e, int f, int g, int h) {
        return oneOf(new int[] {a, b, c, d, e, f, g, h});
    }

    public static char oneOf(char a) {
        return (char) oneOf(new int[] {a});
    }

    public static char oneOf(char a, char b) {
        return (char) oneOf(new int[] {a, b});
    }

    public static char oneOf(char a, char b, char c) {
        return (char) oneOf(new int[] {a, b, c});
    }

    public static char oneOf(char a, char b, char c, char d) {
        return (char) oneOf(new int[] {a, b, c, d});
    }

    public static char oneOf(char a, char b, char c, char d, char e) {
        return (char) oneOf(new int[] {a, b, c, d, e});
    }

    public static char oneOf(char a, char b, char c, char d, char e, char f) {
        return (char) oneOf(new int[] {a, b, c, d, e, f});
    }

    public static char oneOf(char a, char b, char c, char d, char e, char f, char g) {
        return (char) oneOf(new int[] {a, b, c, d, e, f, g});
    }

    public static char oneOf(char a, char b, char c, char d, char e, char f, char g, char h) {
        return (char) oneOf(new int[] {a, b, c, d, e, f, g, h});
    }

    /** One of the constants of an enum type. */
    public static <E extends Enum<E>> E oneOf(Class<E> type) {
        E[] constants = type.getEnumConstants();
        return constants[anInt(0, constants.length - 1)];
    }

    /** Any string, never null, up to the length that {@code --string-length} allows. */
    public static String aString() {
        String value = Replay.next(String.class);
        assume(value != null);
        return value;
    }

    /** Any string of at most the given length, never null. */
    public static String aString(int maxLength) {
        String value = aString();
        assume(value.length() <= maxLength);
        return value;
    }

    /** Any array of at most the given length, never null. */
    public static int[] anIntArray(int maxLength) {
        int[] value = Replay.next(int[].class);
        assume(value != null && value.length <= maxLength);
        return value;
    }

    /** Any array of at most the given length, never null. */
    public static long[] aLongArray(int maxLength) {
        long[] value = Replay.next(long[].class);
        assume(value != null && value.length <= maxLength);
        return value;
    }

    /** Any array of at most the given length, never null. */
    public static byte[] aByteArray(int maxLength) {
        byte[] value = Replay.next(byte[].class);
        assume(value != null && value.length <= maxLength);
        return value;
    }

    /** Any array of at most the given length, never null. */
    public static short[] aShortArray(int maxLength) {
        short[] value = Replay.next(short[].class);
        assume(value != null && value.length <= maxLength);
        return value;
    }

    /** Any array of at most the given length, never null. */
    public static char[] aCharArray(int maxLength) {
        char[] value = Replay.next(char[].class);
        assume(value != null && value.length <= maxLength);
        return value;
    }

    /** Any array of at most the given length, never null. */
    public static boolean[] aBooleanArray(int maxLength) {
        boolean[] value = Replay.next(boolean[].class);
        assume(value != null && value.length <= maxLength);
        return value;
    }

    /** Any array of at most the given length, never null. */
    public static float[] aFloatArray(int maxLength) {
        float[] value = Replay.next(float[].class);
        assume(value != null && value.length <= maxLength);
        return value;
    }

    /** Any array of at most the given length, never null. */
    public static double[] aDoubleArray(int maxLength) {
        double[] value = Replay.next(double[].class);
        assume(value != null && value.length <= maxLength);
        return value;
    }
}
