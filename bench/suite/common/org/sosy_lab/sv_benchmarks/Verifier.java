package org.sosy_lab.sv_benchmarks;

import java.util.Random;

/** The inputs of the tasks. A verifier takes every value into account; on a JVM the values are drawn at random. */
public final class Verifier {
    private static final Random RANDOM = new Random();

    private Verifier() {}

    /** Ends the program where the condition does not hold. */
    public static void assume(boolean condition) {
        if (!condition) {
            Runtime.getRuntime().halt(1);
        }
    }

    public static boolean nondetBoolean() {
        return RANDOM.nextBoolean();
    }

    public static byte nondetByte() {
        return (byte) RANDOM.nextInt();
    }

    public static char nondetChar() {
        return (char) RANDOM.nextInt();
    }

    public static short nondetShort() {
        return (short) RANDOM.nextInt();
    }

    public static int nondetInt() {
        return RANDOM.nextInt();
    }

    public static long nondetLong() {
        return RANDOM.nextLong();
    }

    public static float nondetFloat() {
        return Float.intBitsToFloat(RANDOM.nextInt());
    }

    public static double nondetDouble() {
        return Double.longBitsToDouble(RANDOM.nextLong());
    }

    public static String nondetString() {
        char[] text = new char[RANDOM.nextInt(100)];
        for (int i = 0; i < text.length; i++) {
            text[i] = nondetChar();
        }
        return new String(text);
    }
}
