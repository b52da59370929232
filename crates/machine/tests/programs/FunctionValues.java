import java.io.*;
import java.util.SplittableRandom;
import java.util.function.*;

/** Arguments of all sizes and what the functions make of them, as bits: two arguments, `StrictMath`, `Math`. */
public class FunctionValues {
    static DataOutputStream out;
    static int count;

    static double argument(SplittableRandom random) {
        double unit = random.nextDouble() * 2 - 1;
        switch (random.nextInt(12)) {
            case 0: return Double.longBitsToDouble(random.nextLong());
            case 1: return unit;
            case 2: return unit * 10;
            case 3: return unit * 1000;
            case 4: return unit * 1e6;
            case 5: return unit * Math.scalb(1.0, random.nextInt(-60, 60));
            case 6: return Math.scalb(Math.signum(unit), random.nextInt(-1074, 1024));
            case 7: return Math.nextUp(Math.scalb(Math.signum(unit), random.nextInt(-60, 60)));
            case 8: return Math.rint(unit * 40);
            case 9: return Math.rint(unit * 1000) * Math.PI / 4;
            case 10: return unit * 1e15;
            default:
                double[] special = {0.0, -0.0, 1, -1, 0.5, 2, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
                    Double.MIN_VALUE, Double.MAX_VALUE, Double.MIN_NORMAL, 10, 100, Math.PI, Math.E, 709.78, -745.2};
                return special[random.nextInt(special.length)];
        }
    }

    static void one(int seed, DoubleUnaryOperator strict, DoubleUnaryOperator math) throws IOException {
        two(seed, (x, y) -> strict.applyAsDouble(x), (x, y) -> math.applyAsDouble(x));
    }

    static void two(int seed, DoubleBinaryOperator strict, DoubleBinaryOperator math) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            double x = argument(random), y = argument(random);
            out.writeLong(Double.doubleToLongBits(x));
            out.writeLong(Double.doubleToLongBits(y));
            out.writeLong(Double.doubleToLongBits(strict.applyAsDouble(x, y)));
            out.writeLong(Double.doubleToLongBits(math.applyAsDouble(x, y)));
        }
    }

    public static void main(String[] args) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 16));
        count = Integer.parseInt(args[0]);
        one(1, StrictMath::sin, Math::sin);
        one(2, StrictMath::cos, Math::cos);
        one(3, StrictMath::tan, Math::tan);
        one(4, StrictMath::asin, Math::asin);
        one(5, StrictMath::acos, Math::acos);
        one(6, StrictMath::atan, Math::atan);
        one(7, StrictMath::exp, Math::exp);
        one(8, StrictMath::log, Math::log);
        one(9, StrictMath::log10, Math::log10);
        one(10, StrictMath::sinh, Math::sinh);
        one(11, StrictMath::cosh, Math::cosh);
        one(12, StrictMath::tanh, Math::tanh);
        one(13, StrictMath::expm1, Math::expm1);
        one(14, StrictMath::log1p, Math::log1p);
        one(15, StrictMath::cbrt, Math::cbrt);
        two(16, StrictMath::pow, Math::pow);
        two(17, StrictMath::atan2, Math::atan2);
        two(18, StrictMath::hypot, Math::hypot);
        two(19, StrictMath::IEEEremainder, Math::IEEEremainder);
        two(20, (x, y) -> x % y, (x, y) -> x % y);
        out.flush();
    }
}
