/** Names, keywords, numbers, strings, characters, symbols and comments of a small language. */
class Lexer {
    private static final int NOTHING = -1;

    private final char[] text;
    private int at;
    private int errors;

    Lexer(char[] text) {
        this.text = text;
    }

    int errors() {
        return errors;
    }

    Token next() {
        skip();
        if (at == text.length) {
            return new Token(Token.END, at, at);
        }
        int start = at;
        int kind = token(start);
        if (kind == Token.ERROR) {
            errors++;
        }
        return new Token(kind, start, at);
    }

    private void skip() {
        while (true) {
            if (isSpace(peek())) {
                at++;
            } else if (peek() == ';') {
                while (peek() != '\n' && peek() != NOTHING) {
                    at++;
                }
            } else {
                return;
            }
        }
    }

    private int token(int start) {
        int first = peek();
        at++;
        if (isLetter(first)) {
            while (isLetter(peek()) || isDigit(peek())) {
                at++;
            }
            return isKeyword(start, at) ? Token.KEYWORD : Token.NAME;
        }
        if (isDigit(first)) {
            while (isDigit(peek())) {
                at++;
            }
            return isLetter(peek()) ? Token.ERROR : Token.NUMBER;
        }
        if (first == '"') {
            return string();
        }
        if (first == '#') {
            if (!isLetter(peek())) {
                return Token.ERROR;
            }
            at++;
            return Token.CHARACTER;
        }
        return symbol(first);
    }

    private int string() {
        while (peek() != '"') {
            if (peek() == NOTHING || peek() == '\n') {
                return Token.ERROR;
            }
            at++;
        }
        at++;
        return Token.STRING;
    }

    private int symbol(int first) {
        switch (first) {
            case '(':
            case ')':
            case '[':
            case ']':
            case '\'':
            case '`':
            case ',':
                return Token.SYMBOL;
            case '=':
                if (peek() == '>') {
                    at++;
                }
                return Token.SYMBOL;
            default:
                return Token.ERROR;
        }
    }

    private boolean isKeyword(int from, int to) {
        switch (to - from) {
            case 2:
                return is(from, 'i', 'f') || is(from, 'o', 'r');
            case 3:
                return is(from, 'a', 'n') && text[from + 2] == 'd' || is(from, 'x', 'o') && text[from + 2] == 'r';
            default:
                return false;
        }
    }

    private boolean is(int from, char first, char second) {
        return text[from] == first && text[from + 1] == second;
    }

    private int peek() {
        return at < text.length ? text[at] : NOTHING;
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isLetter(int c) {
        return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z';
    }

    private static boolean isDigit(int c) {
        return '0' <= c && c <= '9';
    }
}
