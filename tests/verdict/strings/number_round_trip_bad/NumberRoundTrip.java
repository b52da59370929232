import cortado.Any;

// Every small number survives printing and parsing.
public class NumberRoundTrip {
    public static void main(String[] args) {
        int n = Any.anInt(-12, 12);
        String s = Integer.toString(n);
        assert Integer.parseInt(s) == n;
        assert s.length() == (n < 0 || n > 9 ? 2 : 1);
    }
}
