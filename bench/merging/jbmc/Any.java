package cortado;

/** The inputs of the programs for JBMC, to which a method without a body returns any value. */
public final class Any {
    private Any() {}

    public static native int anInt();

    public static native boolean aBoolean();

    public static native char aChar();

    public static void assume(boolean condition) {
        org.cprover.CProver.assume(condition);
    }
}
