/** Puts a substitute in the place of every match that is not empty, from left to right. */
class Replacer {
    /** In a substitute: the text that was matched. */
    static final char MATCHED = '&';

    private final Pattern pattern;
    private final char[] substitute;
    private int replaced;

    Replacer(Pattern pattern, char[] substitute) {
        this.pattern = pattern;
        this.substitute = substitute;
    }

    int replaced() {
        return replaced;
    }

    char[] replace(char[] line) {
        StringBuilder result = new StringBuilder();
        int at = 0;
        while (at < line.length) {
            int end = pattern.match(line, at);
            if (end > at) {
                put(result, line, at, end);
                replaced++;
                at = end;
            } else {
                result.append(line[at]);
                at++;
            }
        }
        return result.toString().toCharArray();
    }

    private void put(StringBuilder result, char[] line, int from, int to) {
        for (char c : substitute) {
            if (c == MATCHED) {
                result.append(line, from, to - from);
            } else {
                result.append(c);
            }
        }
    }
}
