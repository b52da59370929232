import cortado.Any;

/** Takes a text of characters that may be anything apart into tokens. */
public class Main {
    public static void main(String[] args) {
        int inputs = Integer.parseInt(args[0]);
        char[] text = new char[inputs];
        for (int i = 0; i < inputs; i++) {
            text[i] = Any.aChar();
            Any.assume(text[i] < 128);
        }
        Lexer lexer = new Lexer(text);
        int tokens = 0;
        int covered = 0;
        for (Token token = lexer.next(); token.kind != Token.END; token = lexer.next()) {
            assert token.end > token.start;
            assert token.start >= covered;
            covered = token.end;
            tokens++;
        }
        assert covered <= inputs;
        assert tokens <= inputs;
        assert lexer.errors() <= tokens;
    }
}
