import cortado.Any;

// && does not evaluate its right operand when the left one is false; & does.
public class ShortCircuit {
    public static void main(String[] args) {
        int x = Any.anInt();
        boolean small = x != 0 && 100 / x > 10;
        assert !small || 0 < x && x < 10;
    }
}
