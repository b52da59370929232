/**
 * A pattern of single characters. {@code ?} stands for any character, {@code %} for the beginning and {@code $} for the
 * end of the line, {@code [a-z]} and {@code [^a-z]} for a class, {@code @c} for the character c itself, and {@code *} after
 * any of these for as many as there are.
 */
class Pattern {
    static class Malformed extends Exception {
        Malformed(String message) {
            super(message);
        }
    }

    private enum Kind { CHARACTER, ANY, BEGIN, END, CLASS, NOT_CLASS }

    private static class Element {
        final Kind kind;
        final char from;
        final char to;
        boolean repeated;

        Element(Kind kind, char from, char to) {
            this.kind = kind;
            this.from = from;
            this.to = to;
        }

        boolean consumes() {
            return kind != Kind.BEGIN && kind != Kind.END;
        }

        boolean matches(char[] line, int at) {
            switch (kind) {
                case BEGIN:
                    return at == 0;
                case END:
                    return at == line.length;
                case ANY:
                    return at < line.length;
                case CHARACTER:
                    return at < line.length && line[at] == from;
                case CLASS:
                    return at < line.length && from <= line[at] && line[at] <= to;
                default:
                    return at < line.length && (line[at] < from || to < line[at]);
            }
        }
    }

    private final Element[] elements;
    private final int count;

    private Pattern(Element[] elements, int count) {
        this.elements = elements;
        this.count = count;
    }

    static Pattern compile(char[] text) throws Malformed {
        Element[] elements = new Element[text.length];
        int count = 0;
        int at = 0;
        while (at < text.length) {
            char c = text[at++];
            if (c == '*' && count > 0 && elements[count - 1].consumes()) {
                elements[count - 1].repeated = true;
            } else if (c == '?') {
                elements[count++] = new Element(Kind.ANY, c, c);
            } else if (c == '%' && at == 1) {
                elements[count++] = new Element(Kind.BEGIN, c, c);
            } else if (c == '$' && at == text.length) {
                elements[count++] = new Element(Kind.END, c, c);
            } else if (c == '@' && at < text.length) {
                char literal = text[at++];
                elements[count++] = new Element(Kind.CHARACTER, literal, literal);
            } else if (c == '[') {
                at = characterClass(text, at, elements, count++);
            } else {
                elements[count++] = new Element(Kind.CHARACTER, c, c);
            }
        }
        return new Pattern(elements, count);
    }

    private static int characterClass(char[] text, int start, Element[] elements, int index) throws Malformed {
        int at = start;
        Kind kind = Kind.CLASS;
        if (at < text.length && text[at] == '^') {
            kind = Kind.NOT_CLASS;
            at++;
        }
        if (at + 3 >= text.length || text[at + 1] != '-' || text[at + 3] != ']') {
            throw new Malformed("a class is [a-z]");
        }
        elements[index] = new Element(kind, text[at], text[at + 2]);
        return at + 4;
    }

    /** Where a match that begins here ends, or -1. */
    int match(char[] line, int from) {
        return match(line, from, 0);
    }

    private int match(char[] line, int from, int index) {
        int at = from;
        for (int i = index; i < count; i++) {
            Element element = elements[i];
            if (element.repeated) {
                int most = at;
                while (element.matches(line, most)) {
                    most++;
                }
                for (int end = most; end >= at; end--) {
                    int rest = match(line, end, i + 1);
                    if (rest >= 0) {
                        return rest;
                    }
                }
                return -1;
            }
            if (!element.matches(line, at)) {
                return -1;
            }
            if (element.consumes()) {
                at++;
            }
        }
        return at;
    }
}
