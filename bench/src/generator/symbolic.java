    /** What a run computed, in order. Numbers and texts are kept apart, so that comparing them needs no formatting. */
    static final class Values {
        static final int MOST = 400;
        final long[] numbers = new long[MOST];
        final double[] doubles = new double[MOST];
        final String[] texts = new String[MOST];
        int size;

        void add(long number, double d, String text) {
            if (size == MOST) return;
            numbers[size] = number;
            doubles[size] = d;
            texts[size++] = text;
        }

        void print() {
            for (int i = 0; i < size; i++) show(i + ": " + numbers[i] + " " + doubles[i] + " " + texts[i]);
        }
    }

    static Values values = new Values();
    static long sum = 17;

    static String clip(String s) { return s == null || s.length() <= 40 ? s : s.substring(0, 40); }
    static void mix(long x) { sum = sum * 31 + x; }
    static void out(String label, boolean x) { values.add(x ? 1 : 0, 0, ""); }
    static void out(String label, char x) { values.add(x, 0, ""); }
    static void out(String label, int x) { values.add(x, 0, ""); }
    static void out(String label, long x) { values.add(x, 0, ""); }
    static void out(String label, float x) { values.add(0, x, ""); }
    static void out(String label, double x) { values.add(0, x, ""); }
    static void out(String label, String x) { values.add(0, 0, String.valueOf(x)); }
    static void out(String label, Object x) { values.add(0, 0, String.valueOf(x)); }
    static void line(String s) { values.add(0, 0, s); }
    static void caught(String label, Throwable t) { values.add(0, 0, t.getClass().getName()); }

    static void check(Values got, Values want) {
        assert got.size == want.size : "another number of values";
        for (int i = 0; i < want.size; i++) {
            assert got.numbers[i] == want.numbers[i] : "number " + i;
            double g = got.doubles[i], w = want.doubles[i];
            assert g == w || g != g && w != w : "double " + i;
            assert got.texts[i].equals(want.texts[i]) : "text " + i;
        }
    }

    // Only ASCII reaches the terminal, so that no character encoding takes part in the comparison.
    static void show(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c >= ' ' && c < 127) b.append(c);
            else b.append('{').append(Integer.toHexString(c)).append('}');
        }
        System.out.println(b);
    }
