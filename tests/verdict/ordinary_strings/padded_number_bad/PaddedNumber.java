import cortado.Any;

// Three places are enough for numbers below a thousand.
public class PaddedNumber {
    public static void main(String[] args) {
        int number = Any.anInt(0, 1000);
        String padded = String.format("%03d", number);
        assert padded.length() == 3;
        assert Integer.parseInt(padded) == number;
    }
}
