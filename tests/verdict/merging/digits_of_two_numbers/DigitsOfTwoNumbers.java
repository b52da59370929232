import cortado.Any;

// The text of a number that one way makes has nothing to do with that of another number later.
public class DigitsOfTwoNumbers {
    public static void main(String[] args) {
        int a = Any.anInt(10, 99);
        int b = Any.anInt(10, 99);
        int length = 0;
        if (Any.aBoolean()) {
            String first = "" + a;
            length = first.charAt(0) - '0';
        }
        String second = "" + b;
        int tens = second.charAt(0) - '0';
        assert length == 0 || tens == length == (b / 10 == a / 10);
    }
}
