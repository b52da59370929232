import cortado.Any;

// Characters, and boxed numbers.
public class OneOfChars {
    public static void main(String[] args) {
        char operator = Any.oneOf('+', '-', '*');
        long operand = Any.oneOf(1L, 2L, 3L);
        long result = operator == '+' ? operand + operand : operator == '-' ? 0 : operand * operand;
        assert result <= 9; // here
    }
}
