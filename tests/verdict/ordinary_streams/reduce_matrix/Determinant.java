import cortado.Any;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

// Powers of a matrix by reducing a stream of matrices.
public class Determinant {
    record Matrix(int a, int b, int c, int d) {
        Matrix times(Matrix o) {
            return new Matrix(a * o.a + b * o.c, a * o.b + b * o.d, c * o.a + d * o.c, c * o.b + d * o.d);
        }

        int determinant() {
            return a * d - b * c;
        }
    }

    public static void main(String[] args) {
        int n = Any.anInt(1, 6);
        Matrix step = new Matrix(1, 1, 1, 0);
        BinaryOperator<Matrix> times = Matrix::times;
        Matrix power = Stream.generate(() -> step).limit(n).reduce(times).orElseThrow();
        assert power.determinant() == (n % 2 == 0 ? 1 : -1);
        assert power.b() == power.c();
        int fibonacci = IntStream.range(0, n).boxed().reduce(new int[] {0, 1},
            (f, i) -> new int[] {f[1], f[0] + f[1]}, (x, y) -> y)[0];
        assert power.b() == fibonacci;
        assert power.equals(new Matrix(power.a(), fibonacci, fibonacci, power.a() - fibonacci));
        assert power.a() < 13 || n == 6;
    }
}
