import cortado.Any;

// A functional interface of the user's own, generic and with a default method.
public class GenericFunctionalInterface {
    interface Parser<T> {
        T parse(char c);

        default Parser<String> shown() {
            return c -> "[" + parse(c) + "]";
        }
    }

    public static void main(String[] args) {
        char c = Any.aChar();
        Any.assume('0' <= c && c <= ':');
        Parser<Integer> digit = d -> d - '0';
        assert digit.parse(c) <= 9;
        assert digit.shown().parse('7').equals("[7]");
    }
}
