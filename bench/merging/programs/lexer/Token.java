/** A token and where it is in the text. */
class Token {
    static final int END = 0;
    static final int NAME = 1;
    static final int KEYWORD = 2;
    static final int NUMBER = 3;
    static final int STRING = 4;
    static final int CHARACTER = 5;
    static final int SYMBOL = 6;
    static final int ERROR = 7;

    final int kind;
    final int start;
    final int end;

    Token(int kind, int start, int end) {
        this.kind = kind;
        this.start = start;
        this.end = end;
    }
}
