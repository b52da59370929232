package org.cprover;

import cortado.Any;
import cortado.Replay;

/** The inputs of programs written for JBMC. */
public final class CProver {
    private CProver() {}

    public static void assume(boolean condition) {
        Any.assume(condition);
    }

    /** Marks a body that stands for something unmodelled. */
    public static void notModelled() {
        throw new UnsupportedOperationException("not modelled");
    }

    /** Any object of the expected type, or null. */
    @SuppressWarnings("unchecked")
    public static <T> T nondetWithNull() {
        return (T) Replay.next(Object.class);
    }

    /** Any object of the expected type, but not null. */
    public static <T> T nondetWithoutNull() {
        T value = CProver.<T>nondetWithNull();
        Any.assume(value != null);
        return value;
    }

    /** The same; the argument only tells the type. */
    public static <T> T nondetWithNull(T instance) {
        return CProver.<T>nondetWithNull();
    }

    /** The same; the argument only tells the type. */
    public static <T> T nondetWithoutNull(T instance) {
        return CProver.<T>nondetWithoutNull();
    }

    public static boolean nondetBoolean() {
        return Any.aBoolean();
    }

    public static byte nondetByte() {
        return Any.aByte();
    }

    public static char nondetChar() {
        return Any.aChar();
    }

    public static short nondetShort() {
        return Any.aShort();
    }

    public static int nondetInt() {
        return Any.anInt();
    }

    public static long nondetLong() {
        return Any.aLong();
    }

    public static float nondetFloat() {
        return Any.aFloat();
    }

    public static double nondetDouble() {
        return Any.aDouble();
    }
}
