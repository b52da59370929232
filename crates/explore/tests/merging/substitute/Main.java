import cortado.Any;

/**
 * Replaces what matches a pattern by a template. Where ways through the template become one, positions in it depend on
 * inputs, and from then on every step is a question about all of them: merging loses.
 */
public class Main {
    private static final char END = '\0';
    private static final char MANY = '*';
    private static final char ONE = '?';
    private static final char QUOTE = '@';
    private static final char MATCH = '&';
    private static final char HERE = (char) -1;
    private static final char OPEN = '[';
    private static final char CLOSE = ']';
    private static final char NOT = '^';
    private static final char FIRST = '%';
    private static final char LAST = '$';

    private static int written;

    public static void main(String[] args) {
        char[] pattern = any(Integer.parseInt(args[0]));
        char[] template = any(Integer.parseInt(args[1]));
        char[] text = any(Integer.parseInt(args[2]));
        char[] parts = new char[12];
        if (!compile(pattern, parts)) {
            return;
        }
        char[] expansion = new char[12];
        prepare(template, expansion);
        replace(text, parts, expansion);
        assert written >= 0;
    }

    /** So many characters, and the end. */
    private static char[] any(int length) {
        char[] all = new char[length + 1];
        for (int i = 0; i < length; i++) {
            all[i] = Any.aChar();
        }
        return all;
    }

    private static char quoted(char[] from, int at) {
        if (from[at] != QUOTE || from[at + 1] == END) {
            return from[at];
        }
        char next = from[at + 1];
        return next == 'n' ? '\n' : next == 't' ? '\t' : next;
    }

    /** Each part is its kind and what belongs to it; '*' before a part repeats it. */
    private static boolean compile(char[] pattern, char[] parts) {
        int to = 0;
        int last = 0;
        int at = 0;
        boolean ends = false;
        while (!ends && pattern[at] != END) {
            int before = to;
            if (pattern[at] == ONE) {
                parts[to++] = 'w';
            } else if (pattern[at] == FIRST && at == 0) {
                parts[to++] = 'f';
            } else if (pattern[at] == LAST && pattern[at + 1] == END) {
                parts[to++] = 'l';
            } else if (pattern[at] == OPEN) {
                boolean not = pattern[at + 1] == NOT;
                parts[to++] = not ? 'x' : 'o';
                int size = to++;
                at += not ? 2 : 1;
                while (pattern[at] != END && pattern[at] != CLOSE) {
                    parts[to++] = quoted(pattern, at);
                    at++;
                }
                parts[size] = (char) (to - size - 1);
                if (pattern[at] != CLOSE) {
                    return false;
                }
            } else if (pattern[at] == MANY && at > 0) {
                before = last;
                if (parts[before] == 'f' || parts[before] == 'l' || parts[before] == '*') {
                    ends = true;
                } else {
                    for (int i = to; i > before; i--) {
                        parts[i] = parts[i - 1];
                    }
                    to++;
                    parts[before] = '*';
                }
            } else {
                parts[to++] = 'p';
                parts[to++] = quoted(pattern, at);
            }
            last = before;
            if (!ends) {
                at++;
            }
        }
        parts[to] = END;
        return !ends && pattern[at] == END;
    }

    private static void prepare(char[] template, char[] expansion) {
        int to = 0;
        for (int at = 0; template[at] != END; at++) {
            if (template[at] == MATCH) {
                expansion[to++] = HERE;
                continue;
            }
            expansion[to++] = quoted(template, at);
            if (template[at] == QUOTE && template[at + 1] != END) {
                at++;
            }
        }
        expansion[to] = END;
    }

    private static void replace(char[] text, char[] parts, char[] expansion) {
        int at = 0;
        int last = -1;
        while (text[at] != END) {
            int end = match(text, at, parts);
            if (end >= 0 && end != last) {
                expand(text, at, end, expansion);
                last = end;
            }
            if (end < 0 || end == at) {
                written++;
                at++;
            } else {
                at = end;
            }
        }
    }

    private static void expand(char[] text, int from, int to, char[] expansion) {
        for (int i = 0; expansion[i] != END; i++) {
            if (expansion[i] == HERE) {
                written += to - from;
            } else {
                written++;
            }
        }
    }

    private static int match(char[] text, int at, char[] parts) {
        int part = 0;
        while (parts[part] != END) {
            if (parts[part] == '*') {
                part++;
                while (text[at] != END && fits(text, at, parts, part)) {
                    at++;
                }
            } else if (parts[part] == 'f') {
                if (at > 0) {
                    return -1;
                }
            } else if (parts[part] == 'l') {
                if (text[at] != END) {
                    return -1;
                }
            } else if (text[at] != END && fits(text, at, parts, part)) {
                at++;
            } else {
                return -1;
            }
            part += size(parts, part);
        }
        return at;
    }

    private static int size(char[] parts, int part) {
        switch (parts[part]) {
            case 'p':
                return 2;
            case 'o':
            case 'x':
                return 2 + parts[part + 1];
            default:
                return 1;
        }
    }

    private static boolean fits(char[] text, int at, char[] parts, int part) {
        switch (parts[part]) {
            case 'p':
                return parts[part + 1] == text[at];
            case 'o':
                return isIn(text[at], parts, part + 1);
            case 'x':
                return !isIn(text[at], parts, part + 1);
            default:
                return true;
        }
    }

    private static boolean isIn(char c, char[] parts, int size) {
        for (int i = size + parts[size]; i > size; i--) {
            if (parts[i] == c) {
                return true;
            }
        }
        return false;
    }
}
