import cortado.Any;

// Incrementing the largest char gives the smallest.
public class CharIncrementWraps {
    public static void main(String[] args) {
        char c = Any.aChar();
        char next = c;
        next++;
        assert next == c + 1 || c == '\uffff' && next == 0;
    }
}
