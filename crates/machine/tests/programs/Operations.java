/**
 * One operation a method. The test runs each with concrete arguments, and again with symbolic ones that stand for the
 * same values: the results must be the same.
 */
public class Operations {
    static int iadd(int a, int b) { return a + b; }
    static int isub(int a, int b) { return a - b; }
    static int imul(int a, int b) { return a * b; }
    static int idiv(int a, int b) { return a / b; }
    static int irem(int a, int b) { return a % b; }
    static int iand(int a, int b) { return a & b; }
    static int ior(int a, int b) { return a | b; }
    static int ixor(int a, int b) { return a ^ b; }
    static int ishl(int a, int b) { return a << b; }
    static int ishr(int a, int b) { return a >> b; }
    static int iushr(int a, int b) { return a >>> b; }
    static int ineg(int a) { return -a; }
    static int inot(int a) { return ~a; }
    static int increment(int a) { a += 5; a++; return a; }
    static long ladd(long a, long b) { return a + b; }
    static long lsub(long a, long b) { return a - b; }
    static long lmul(long a, long b) { return a * b; }
    static long ldiv(long a, long b) { return a / b; }
    static long lrem(long a, long b) { return a % b; }
    static long land(long a, long b) { return a & b; }
    static long lor(long a, long b) { return a | b; }
    static long lxor(long a, long b) { return a ^ b; }
    static long lshl(long a, int b) { return a << b; }
    static long lshr(long a, int b) { return a >> b; }
    static long lushr(long a, int b) { return a >>> b; }
    static long lneg(long a) { return -a; }
    static float fadd(float a, float b) { return a + b; }
    static float fsub(float a, float b) { return a - b; }
    static float fmul(float a, float b) { return a * b; }
    static float fdiv(float a, float b) { return a / b; }
    static float fneg(float a) { return -a; }
    static double dadd(double a, double b) { return a + b; }
    static double dsub(double a, double b) { return a - b; }
    static double dmul(double a, double b) { return a * b; }
    static double ddiv(double a, double b) { return a / b; }
    static double dneg(double a) { return -a; }

    static byte i2b(int a) { return (byte) a; }
    static char i2c(int a) { return (char) a; }
    static short i2s(int a) { return (short) a; }
    static long i2l(int a) { return a; }
    static float i2f(int a) { return a; }
    static double i2d(int a) { return a; }
    static int l2i(long a) { return (int) a; }
    static float l2f(long a) { return a; }
    static double l2d(long a) { return a; }
    static int f2i(float a) { return (int) a; }
    static long f2l(float a) { return (long) a; }
    static double f2d(float a) { return a; }
    static int d2i(double a) { return (int) a; }
    static long d2l(double a) { return (long) a; }
    static float d2f(double a) { return (float) a; }
    static long narrow(byte a, char b, short c, boolean d) { return a + 1000L * b + 100_000_000L * c + (d ? 7 : 0); }

    static int icompare(int a, int b) {
        return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a > b ? 4 : 0) | (a >= b ? 8 : 0) | (a == b ? 16 : 0) | (a != b ? 32 : 0);
    }
    static int izero(int a) {
        return (a < 0 ? 1 : 0) | (a <= 0 ? 2 : 0) | (a > 0 ? 4 : 0) | (a >= 0 ? 8 : 0) | (a == 0 ? 16 : 0) | (a != 0 ? 32 : 0);
    }
    static int lcompare(long a, long b) {
        return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a > b ? 4 : 0) | (a >= b ? 8 : 0) | (a == b ? 16 : 0) | (a != b ? 32 : 0);
    }
    static int fcompare(float a, float b) {
        return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a > b ? 4 : 0) | (a >= b ? 8 : 0) | (a == b ? 16 : 0) | (a != b ? 32 : 0);
    }
    static int dcompare(double a, double b) {
        return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a > b ? 4 : 0) | (a >= b ? 8 : 0) | (a == b ? 16 : 0) | (a != b ? 32 : 0);
    }

    static int tableSwitch(int a) {
        switch (a) {
            case 0: return 10;
            case 1: case 3: return 20;
            case 2: return 30;
            case 4: break;
            case 5: return 40;
            default: return 50;
        }
        return 60;
    }
    static int lookupSwitch(int a) {
        switch (a) {
            case Integer.MIN_VALUE: return 1;
            case -1: case Integer.MAX_VALUE: return 2;
            case 7: return 3;
            default: return 4;
        }
    }
    static int stringSwitch(String s) {
        return switch (s) { case "" -> 1; case "a" -> 2; case "ab" -> 3; default -> 4; };
    }

    static int tryDivide(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return e.getMessage().length() + 1000;
        } finally {
            total += a;
        }
    }
    static int total;
    static int negativeSize(int a) {
        if (a > 8) return -1;
        return new int[a].length;
    }
    static int newArray(int n, int i) {
        if (n > 8) return -1;
        long[] made = new long[n];
        made[i] = 5;
        return made.length * 100 + (int) made[i] + (int) made[0];
    }
    static int newReferences(int n, int i) {
        if (n > 8) return -1;
        String[] made = new String[n];
        made[i] = "x";
        return made.length * 100 + made[i].length() + (made[0] == null ? 0 : 7);
    }
    static int newGrid(int n, int i) {
        if (n > 8) return -1;
        byte[][] made = new byte[n][3];
        made[i][2] = (byte) 200;
        return made.length * 100 + made[i].length + made[i][2];
    }

    static int table(int i) { return TABLE[i]; }
    static final int[] TABLE = {3, 3, 3, 9, 9, -4, 11, 12, 12};
    static char characters(int i) { return "horizon".charAt(i); }
    static int boxes(int a, int b) {
        Integer x = a, y = b;
        return (x.equals(y) ? 1 : 0) + (x == y ? 2 : 0) + x.compareTo(y) * 10 + x.hashCode();
    }
    static int atomicBoxes(int a, int b) {
        var holder = new java.util.concurrent.atomic.AtomicReference<Integer>(a);
        boolean first = holder.compareAndSet(b, 77);
        return holder.get() * 2 + (first ? 1 : 0);
    }
    static int atomics(int a, int b) {
        var holder = new java.util.concurrent.atomic.AtomicInteger(a);
        boolean first = holder.compareAndSet(b, 77);
        int before = holder.getAndAdd(b);
        var array = new java.util.concurrent.atomic.AtomicLongArray(2);
        array.set(1, a);
        boolean second = array.compareAndSet(1, b, 5);
        return holder.get() * 31 + before + (first ? 1 : 0) + (second ? 2 : 0) + (int) array.getAndIncrement(1);
    }
    static int longBoxes(long a) {
        Long x = a;
        Long two = 2L;
        return (x == two ? 1 : 0) + x.intValue() + x.hashCode() + (x.equals(2L) ? 5 : 0);
    }
    static int characterBoxes(char a, boolean b) {
        Character x = a;
        Boolean y = b;
        return x + (y ? 1 : 0) + (y == Boolean.TRUE ? 4 : 0) + (x == (Character) 'a' ? 8 : 0);
    }

    static int ints(int[] a, int i, int v) {
        int old = a[i];
        a[i] = v;
        return old * 31 + a[0] * 7 + a[a.length - 1] + a.length;
    }
    static int bytes(byte[] a, int i, int v) {
        int old = a[i];
        a[i] = (byte) v;
        return old * 31 + a[0] * 7 + a[a.length - 1] + a.length;
    }
    static int shorts(short[] a, int i, int v) {
        int old = a[i];
        a[i] = (short) v;
        return old * 31 + a[0] * 7 + a[a.length - 1] + a.length;
    }
    static int chars(char[] a, int i, int v) {
        int old = a[i];
        a[i] = (char) v;
        return old * 31 + a[0] * 7 + a[a.length - 1] + a.length;
    }
    static long longs(long[] a, int i, long v) {
        long old = a[i];
        a[i] = v;
        return old * 31 + a[0] * 7 + a[a.length - 1] + a.length;
    }
    static int booleans(boolean[] a, int i, boolean v) {
        boolean old = a[i];
        a[i] = v;
        return (old ? 1 : 0) + (a[0] ? 2 : 0) + (a[a.length - 1] ? 4 : 0) + a.length * 8;
    }
    static float floats(float[] a, int i, float v) {
        float old = a[i];
        a[i] = v;
        return old + a[0] * 2 + a[a.length - 1];
    }
    static double doubles(double[] a, int i, double v) {
        double old = a[i];
        a[i] = v;
        return old + a[0] * 2 + a[a.length - 1];
    }
    /** Copies within, into and out of arrays of symbolic length. */
    static int copying(int[] a, int from, int count) {
        if (count > 8) return -1;
        int[] b = new int[4];
        System.arraycopy(a, from, b, 1, count);
        System.arraycopy(b, 1, a, 0, 2);
        System.arraycopy(b, 0, b, 1, 3);
        return a[0] + 3 * a[1] + 5 * b[1] + 7 * b[2] + 11 * b[3];
    }
    static int copies(int[] a, int i) {
        int[] b = a.clone();
        int[] c = new int[5];
        System.arraycopy(a, 0, c, i, a.length);
        b[0]++;
        return a[0] + 3 * b[0] + 5 * c[2] + 7 * c[4] + (java.util.Arrays.equals(a, b) ? 11 : 0);
    }
    /** A concrete array that takes a symbolic value, then a symbolic index. */
    static int mixed(int i, int v) {
        short[] a = {1, 2, 3, 4};
        a[2] = (short) v;
        int old = a[i];
        a[i] = 9;
        return old * 1000 + a[0] + 2 * a[1] + 3 * a[2] + 5 * a[3];
    }
    static int flags(int i, boolean v) {
        boolean[] a = {true, false, true};
        a[1] = v;
        a[i] = !a[i];
        return (a[0] ? 1 : 0) + (a[1] ? 2 : 0) + (a[2] ? 4 : 0);
    }

    static int lengthAndHash(String s) { return s.length() * 7 + s.hashCode() + (s.isEmpty() ? 1 : 0); }
    static int characterAt(String s, int i) { return s.charAt(i); }
    static int comparison(String s) {
        return s.compareTo("ab") * 8 + (s.equals("ab") ? 1 : 0) + (s.startsWith("a") ? 2 : 0) + (s.endsWith("b") ? 4 : 0);
    }
    static int search(String s, char c) { return s.indexOf(c) * 100 + s.lastIndexOf("b") + (s.contains("ab") ? 1000 : 0); }
    static int pieces(String s, int i) { return s.substring(i).hashCode() + s.concat("x").length(); }
    static int concatenation(int a, char c, boolean b) { return ("<" + a + c + b + ">").hashCode(); }
    static int longConcatenation(long a, String s) { return (s + a + '|' + s).hashCode(); }
    static int builder(char c, int i) {
        return new StringBuilder("abc").append(c).insert(1, c).reverse().append(i).toString().hashCode();
    }
    static int numbers(int a) { return Integer.toString(a).hashCode() + String.valueOf(a).length() + Integer.parseInt("" + a); }

    static int math(int a, int b) {
        return Math.max(a, b) * 3 + Math.min(a, b) * 5 + Math.abs(a) * 7 + Integer.compare(a, b) * 11 + Integer.signum(a) * 13
            + Math.floorMod(a, 7) + Integer.compareUnsigned(a, b) * 17;
    }
    static int bits(int a) {
        return Integer.bitCount(a) + 33 * Integer.numberOfLeadingZeros(a) + 1000 * Integer.numberOfTrailingZeros(a)
            + Integer.reverse(a) + Integer.reverseBytes(a) * 3 + Integer.rotateLeft(a, 5) * 7 + Integer.highestOneBit(a);
    }
    static long bitsOfLong(long a) {
        return Long.bitCount(a) + 65L * Long.numberOfLeadingZeros(a) + 5000L * Long.numberOfTrailingZeros(a)
            + Long.reverse(a) + Long.reverseBytes(a) * 3 + Long.rotateRight(a, 9) * 7 + Long.signum(a) + Math.abs(a) * 3;
    }
    static long longMath(long a, long b) { return Math.max(a, b) * 3 + Math.min(a, b) * 5 + Long.compare(a, b) * 7 + Long.compareUnsigned(a, b); }
    static int exact(int a, int b) { return Math.addExact(a, b) + Math.subtractExact(b, a) * 3; }
    static int exactProduct(int a, int b) { return Math.multiplyExact(a, b); }
    static long exactLong(long a, long b) { return Math.addExact(a, b); }
    static int narrowed(long a) { return Math.toIntExact(a); }
    static int index(int i, int n) { return java.util.Objects.checkIndex(i, n); }
    static double doubleMath(double a, double b) { return Math.max(a, b) + 2 * Math.min(a, b) + 4 * Math.abs(a); }
    static float floatMath(float a, float b) { return Math.max(a, b) + 2 * Math.min(a, b) + 4 * Math.abs(a); }
    static double rounding(double a) { return Math.floor(a) + 2 * Math.ceil(a) + 4 * Math.rint(a) + Math.signum(a) + Math.sqrt(Math.abs(a)); }
    static long rounds(double a, float b) { return Math.round(a) * 31 + Math.round(b); }
    static int doubleOrder(double a, double b) {
        return Double.compare(a, b) + (Double.isNaN(a) ? 10 : 0) + (Double.isInfinite(a) ? 20 : 0) + (Double.isFinite(b) ? 40 : 0);
    }
    static long doubleBits(double a, double b) {
        return Double.doubleToLongBits(a + 1) * 3 + Double.doubleToLongBits(b + 1) + (((Double) a).equals(b) ? 80 : 0);
    }
    /** Terms too long to name a symbol by their text. */
    static long longBits(double a, double b) {
        double x = a, y = b;
        for (int i = 1; i < 12; i++) { x = x * 1.5 + i; y = y * 1.5 + i; }
        return Double.doubleToLongBits(x) * 3 + Double.doubleToLongBits(y);
    }
    static int floatBits(float a, float b) {
        return Float.floatToIntBits(a + 1) * 3 + Float.floatToIntBits(b + 1) + (((Float) a).equals(b) ? 80 : 0);
    }
    static int floatOrder(float a, float b) {
        return Float.compare(a, b) + (Float.isNaN(a) ? 10 : 0) + (Float.isInfinite(a) ? 20 : 0) + (Float.isFinite(b) ? 40 : 0);
    }
    static double fromBits(long a, int b) { return Double.longBitsToDouble(a) + Float.intBitsToFloat(b); }
    static int loop(int n) {
        int sum = 0;
        for (int i = 0; i < n && i < 40; i++) sum += i * i;
        return sum;
    }
    static int recursion(int n) { return n <= 0 || n > 40 ? 1 : n * recursion(n - 1); }

    static final class Cell {
        int value;
        Object next;
        Cell(int value, Object next) { this.value = value; this.next = next; }
    }
    /** Fields, casts and tests of types under decisions. */
    static int objects(int a) {
        Object o = a > 0 ? new Cell(a, "s") : a == 0 ? null : "text";
        if (o instanceof Cell cell && cell.value > 1) return cell.value + ((String) cell.next).length();
        Cell c = (Cell) o;
        synchronized (c) { c.value *= 3; }
        return c.value;
    }
}
