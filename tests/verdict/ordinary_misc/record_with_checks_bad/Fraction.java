import cortado.Any;

// A record that keeps its fraction reduced.
public class Fraction {
    record Ratio(int numerator, int denominator) implements Comparable<Ratio> {
        Ratio {
            if (denominator == 0) {
                throw new IllegalArgumentException("zero");
            }
            if (numerator < 0) {
                numerator = -numerator;
                denominator = -denominator;
            }
            for (int k : new int[] {2, 2, 3}) {
                if (numerator % k == 0 && denominator % k == 0) {
                    numerator /= k;
                    denominator /= k;
                }
            }
        }

        @Override
        public int compareTo(Ratio o) {
            return Integer.compare(numerator * o.denominator, o.numerator * denominator);
        }
    }

    public static void main(String[] args) {
        int n = Any.anInt(1, 4);
        int d = Any.anInt(-3, 3);
        Ratio r;
        try {
            r = new Ratio(n, d);
        } catch (IllegalArgumentException e) {
            return;
        }
        assert r.denominator() > 0;
        assert r.numerator() * d == n * r.denominator();
        assert r.numerator() % 2 != 0 || r.denominator() % 2 != 0;
        assert r.equals(new Ratio(2 * n, 2 * d));
        assert r.hashCode() == new Ratio(-n, -d).hashCode();
        assert r.compareTo(new Ratio(5, 1)) < 0;
    }
}
