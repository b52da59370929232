package gov.nasa.jpf.symbc;

import cortado.Any;

/**
 * The inputs of programs written for Symbolic PathFinder. Names of symbols and the concrete values that
 * {@code addSymbolic…} replaces carry no meaning here.
 */
public final class Debug {
    private Debug() {}

    public static void assume(boolean condition) {
        Any.assume(condition);
    }

    public static void printPC(String message) {}

    public static void printSymbolicRef(Object reference, String message) {}

    public static boolean addSymbolicBoolean(boolean value, String name) {
        return Any.aBoolean();
    }

    public static byte addSymbolicByte(byte value, String name) {
        return Any.aByte();
    }

    public static char addSymbolicChar(char value, String name) {
        return Any.aChar();
    }

    public static short addSymbolicShort(short value, String name) {
        return Any.aShort();
    }

    public static int addSymbolicInt(int value, String name) {
        return Any.anInt();
    }

    public static long addSymbolicLong(long value, String name) {
        return Any.aLong();
    }

    public static double addSymbolicDouble(double value, String name) {
        return Any.aDouble();
    }

    public static float addSymbolicFloat(float value, String name) {
        return Any.aFloat();
    }

    public static String addSymbolicString(String value, String name) {
        return Any.aString();
    }

    public static boolean makeSymbolicBoolean(String name) {
        return Any.aBoolean();
    }

    public static byte makeSymbolicByte(String name) {
        return Any.aByte();
    }

    public static char makeSymbolicChar(String name) {
        return Any.aChar();
    }

    public static short makeSymbolicShort(String name) {
        return Any.aShort();
    }

    public static int makeSymbolicInteger(String name) {
        return Any.anInt();
    }

    public static long makeSymbolicLong(String name) {
        return Any.aLong();
    }

    public static double makeSymbolicReal(String name) {
        return Any.aDouble();
    }

    public static float makeSymbolicFloat(String name) {
        return Any.aFloat();
    }

    public static String makeSymbolicString(String name) {
        return Any.aString();
    }
}
