import cortado.Any;

// Parsing numbers.
public class NumberFormat {
    public static void main(String[] args) {
        int k = Any.anInt(0, 3);
        String text = k == 0 ? "-12" : k == 1 ? "+7" : k == 2 ? "2147483647" : "2147483648";
        if (k < 4) {
            int n = Integer.parseInt(text);
            assert n == (k == 0 ? -12 : k == 1 ? 7 : Integer.MAX_VALUE);
        } else {
            assert Long.parseLong(text) == 1L << 31;
        }
    }
}
