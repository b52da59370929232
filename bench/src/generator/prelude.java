    static final Object LOCK = new Object();
    static int fuel = 1000;
    static long sum = 17;

    static void mix(long x) { sum = sum * 31 + x; }
    static void mix(int x) { sum = sum * 31 + x; }
    static void mix(double x) { mix(Double.doubleToLongBits(x)); }
    static void mix(float x) { mix(Float.floatToIntBits(x)); }
    static void mix(boolean x) { mix(x ? 1231 : 1237); }
    static void mix(String x) { mix(x == null ? 0 : x.hashCode()); }

    static void out(String label, boolean x) { mix(x); line(label + " = " + x); }
    static void out(String label, char x) { mix(x); line(label + " = '" + x + "' " + (int) x); }
    static void out(String label, int x) { mix(x); line(label + " = " + x); }
    static void out(String label, long x) { mix(x); line(label + " = " + x + "L"); }
    static void out(String label, float x) { mix(x); line(label + " = " + x + "f"); }
    static void out(String label, double x) { mix(x); line(label + " = " + x); }
    static void out(String label, String x) { mix(x); line(label + " = \"" + x + "\""); }
    static void out(String label, Object x) { String s = String.valueOf(x); mix(s); line(label + " = " + s); }

    static int note(String label, int x) { line(label + " <- " + x); return x; }
    static String clip(String s) { return s == null || s.length() <= 40 ? s : s.substring(0, 40); }

    // Only ASCII reaches the terminal, so that no character encoding takes part in the comparison.
    static void line(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c >= ' ' && c < 127) b.append(c);
            else b.append('{').append(Integer.toHexString(c)).append('}');
        }
        System.out.println(b);
    }

    // The JVM's own text for this one mentions class loaders.
    static String message(Throwable t) {
        return t instanceof ClassCastException ? "-" : String.valueOf(t.getMessage());
    }

    static void caught(String label, Throwable t) {
        line(label + " caught " + t.getClass().getName() + ": " + message(t));
        if (!(t instanceof NoClassDefFoundError)) {
            for (Throwable c = t.getCause(); c != null; c = c.getCause()) line("  cause " + c.getClass().getName() + ": " + message(c));
        }
        for (Throwable c : t.getSuppressed()) line("  suppressed " + c.getClass().getName() + ": " + message(c));
    }
