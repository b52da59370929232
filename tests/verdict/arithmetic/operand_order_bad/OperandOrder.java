import cortado.Any;

// Operands are evaluated from left to right, and the left one keeps its value (JLS 15.7).
public class OperandOrder {
    public static void main(String[] args) {
        int start = Any.anInt();
        int i = start;
        int sum = i++ + ++i;
        assert sum == 2 * start + 3;
        i = start;
        i += i++ * 2 + i;
        assert i == 4 * start + 1;
    }
}
