import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A tokenizer for sums: numbers, names and operators. No character is lost but blanks. */
public class Main {
    enum Kind { NUMBER, NAME, OPERATOR }

    static final class Token {
        final Kind kind;
        final String text;

        Token(Kind kind, String text) {
            this.kind = kind;
            this.text = text;
        }
    }

    static List<Token> tokenize(String input) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < input.length()) {
            char c = input.charAt(at);
            int start = at;
            if (c == ' ') {
                at++;
                continue;
            } else if (Character.isDigit(c)) {
                while (at < input.length() && Character.isDigit(input.charAt(at))) {
                    at++;
                }
                tokens.add(new Token(Kind.NUMBER, input.substring(start, at)));
            } else if (c >= 'a' && c <= 'z') {
                while (at < input.length() && input.charAt(at) >= 'a' && input.charAt(at) <= 'z') {
                    at++;
                }
                tokens.add(new Token(Kind.NAME, input.substring(start, at)));
            } else {
                at++;
                tokens.add(new Token(Kind.OPERATOR, input.substring(start, at)));
            }
        }
        return tokens;
    }

    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        char d = Verifier.nondetChar();
        Verifier.assume(c < 128 && d < 128);
        String input = "x" + c + "12" + d + " y";
        List<Token> tokens = tokenize(input);
        int blanks = 1 + (c == ' ' ? 1 : 0) + (d == ' ' ? 1 : 0);
        int length = 0;
        for (Token token : tokens) {
            assert !token.text.isEmpty();
            length += token.text.length();
        }
        assert length == input.length() - blanks;
        assert tokens.get(tokens.size() - 1).kind == Kind.NAME && tokens.get(1).kind != Kind.NAME && tokens.size() > 3;
    }
}
