/** The functions of `StrictMath` on a grid over the whole range: one number for each function and region. */
public class Strict {
    interface Function { double apply(double x); }

    static double[] grid(int from, int to, int step) {
        double[] found = new double[2 * 5 * ((to - from) / step + 1)];
        int n = 0;
        for (int e = from; e <= to; e += step)
            for (int k = 0; k < 5; k++) {
                double x = (1 + k / 5.7) * Math.scalb(1.0, e);
                found[n++] = x;
                found[n++] = -x;
            }
        return java.util.Arrays.copyOf(found, n);
    }

    static void report(String name, double[] xs, Function f) {
        long hash = 0;
        int special = 0;
        for (double x : xs) {
            double y = f.apply(x);
            // Every bit must count, the sign too.
            hash = (hash ^ Double.doubleToLongBits(y)) * 0x9e3779b97f4a7c15L;
            hash ^= hash >>> 29;
            if (y != y || y == 0 || Double.isInfinite(y)) special++;
        }
        System.out.println(name + " " + Long.toHexString(hash) + " " + special);
    }

    static void all(String where, double[] xs) {
        System.out.println(where + ": " + xs.length);
        report("sin", xs, StrictMath::sin);
        report("cos", xs, StrictMath::cos);
        report("tan", xs, StrictMath::tan);
        report("asin", xs, StrictMath::asin);
        report("acos", xs, StrictMath::acos);
        report("atan", xs, StrictMath::atan);
        report("exp", xs, StrictMath::exp);
        report("expm1", xs, StrictMath::expm1);
        report("log", xs, StrictMath::log);
        report("log10", xs, StrictMath::log10);
        report("log1p", xs, StrictMath::log1p);
        report("sinh", xs, StrictMath::sinh);
        report("cosh", xs, StrictMath::cosh);
        report("tanh", xs, StrictMath::tanh);
        report("sqrt", xs, StrictMath::sqrt);
        report("cbrt", xs, StrictMath::cbrt);
        report("rint", xs, StrictMath::rint);
        report("floor", xs, StrictMath::floor);
        report("ceil", xs, StrictMath::ceil);
        report("atan2", xs, x -> StrictMath.atan2(x, 1.5));
        report("atan2", xs, x -> StrictMath.atan2(x, -1e-9));
        report("hypot", xs, x -> StrictMath.hypot(x, 3));
        report("pow", xs, x -> StrictMath.pow(x, 3) + StrictMath.pow(2, x));
        report("remainder", xs, x -> StrictMath.IEEEremainder(x, 0.7));
        report("bits", xs, x -> StrictMath.nextUp(x) + StrictMath.ulp(x) + StrictMath.getExponent(x));
        report("scale", xs, x -> StrictMath.scalb(x, 5) + StrictMath.copySign(2, x) + StrictMath.signum(x));
    }

    public static void main(String[] args) {
        all("special", new double[] {
            0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE,
            -Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, 0.5, 22, 21.999, 709.78, 709.79,
            710.4758600739439, 710.475860073944, 711, -745.1, -745.2, -22.5, 1024, 10, 100, 1000, 1e22, 2, 3, 4, 8
        });
        all("tiny", grid(-1074, -70, 97));
        all("small", grid(-60, -1, 1));
        all("middle", grid(0, 9, 1));
        all("large", grid(10, 18, 1));
        double[] turns = new double[3 * 120];
        for (int i = 0; i < 120; i++) {
            double x = (i - 20) * (Math.PI / 2);
            turns[3 * i] = x;
            turns[3 * i + 1] = Math.nextUp(x);
            turns[3 * i + 2] = x * 1024 + i / 16.0;
        }
        all("turns", turns);
        double[] near = new double[200];
        for (int i = 0; i < 200; i++) near[i] = 0.5 + i / 100.0;
        all("near one", near);
        // Where an algorithm goes from one formula to the next it looks at the upper half of the bits.
        int[] edges = {
            0x3c800000, 0x3e300000, 0x3e400000, 0x3fd33333, 0x3fd62e43, 0x3fe90000, 0x3fe921fb, 0x3ff00000, 0x3ff6a09e,
            0x3ff921fb, 0x4002d97c, 0x40360000, 0x40862e42, 0x408633ce
        };
        double[] around = new double[edges.length * 60];
        for (int i = 0; i < around.length; i++) {
            long high = edges[i / 60] + i % 3 - 1;
            around[i] = Double.longBitsToDouble((high << 32) + 0x13579bdL * (i % 20)) * (i % 2 == 0 ? 1 : -1);
        }
        all("edges", around);
        all("larger", grid(19, 60, 4));
        all("huge", grid(61, 1023, 37));
    }
}
