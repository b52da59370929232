import cortado.Any;

// The sum of the digits of a number, for numbers of up to three digits.
public class DigitSum {
    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(x >= 0);
        int rest = x;
        int sum = 0;
        while (rest != 0) {
            sum += rest % 10;
            rest /= 10;
        }
        assert sum <= 9 * 10 && (sum == 0) == (x == 0);
    }
}
