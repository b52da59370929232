// A path on which an argument has one value only still passes on the argument.
public class RejectedValue {
    static class Separator {
        final String text;

        Separator(String text) {
            this.text = text;
            check();
        }

        private void check() {
            if (text.indexOf('"') >= 0) {
                throw new IllegalArgumentException("a quote");
            }
        }
    }

    static int code(int n) {
        if (n == 65) {
            throw new IllegalArgumentException("A");
        }
        return n;
    }

    public static int of(char c) {
        if (c == 'x') {
            throw new IllegalArgumentException("x");
        }
        return new Separator(String.valueOf(c)).text.length() + code(65);
    }
}
