/** A parser of elements, attributes, text, comments and the five entities that every document has. */
class XmlReader {
    static class XmlException extends Exception {
        private final int position;

        XmlException(String message, int position) {
            super(message);
            this.position = position;
        }

        int position() {
            return position;
        }
    }

    private static final int END = -1;

    private final String text;
    private int at;

    XmlReader(String text) {
        this.text = text;
    }

    Element document() throws XmlException {
        skipSpace();
        expect('<');
        Element root = element();
        skipSpace();
        if (peek() != END) {
            throw error("text after the root element");
        }
        return root;
    }

    /** What follows the opening bracket. */
    private Element element() throws XmlException {
        Element element = new Element(name());
        skipSpace();
        while (isNameStart(peek())) {
            attribute(element);
            skipSpace();
        }
        if (accept('/')) {
            expect('>');
            return element;
        }
        expect('>');
        content(element);
        return element;
    }

    private void content(Element element) throws XmlException {
        while (true) {
            int c = peek();
            if (c == END) {
                throw error("an element does not end");
            } else if (c == '&') {
                entity();
                element.addText();
            } else if (c != '<') {
                at++;
                element.addText();
            } else {
                at++;
                if (accept('/')) {
                    endTag(element);
                    return;
                } else if (accept('!')) {
                    comment();
                } else {
                    element.add(element());
                }
            }
        }
    }

    private void endTag(Element element) throws XmlException {
        String name = name();
        if (!name.equals(element.name())) {
            throw error("another element ends");
        }
        skipSpace();
        expect('>');
    }

    private void attribute(Element element) throws XmlException {
        String name = name();
        skipSpace();
        expect('=');
        skipSpace();
        char quote;
        if (accept('"')) {
            quote = '"';
        } else {
            expect('\'');
            quote = '\'';
        }
        while (peek() != quote) {
            if (peek() == END || peek() == '<') {
                throw error("an attribute does not end");
            }
            at++;
        }
        at++;
        if (!element.addAttribute(name)) {
            throw error("two attributes of one name");
        }
    }

    private void comment() throws XmlException {
        expect('-');
        expect('-');
        while (!(peek() == '-' && at + 2 < text.length() && text.charAt(at + 1) == '-')) {
            if (peek() == END) {
                throw error("a comment does not end");
            }
            at++;
        }
        at += 2;
        expect('>');
    }

    private void entity() throws XmlException {
        expect('&');
        if (accept('l') || accept('g')) {
            expect('t');
        } else if (accept('q')) {
            for (char c : new char[] {'u', 'o', 't'}) {
                expect(c);
            }
        } else {
            expect('a');
            if (accept('m')) {
                expect('p');
            } else {
                for (char c : new char[] {'p', 'o', 's'}) {
                    expect(c);
                }
            }
        }
        expect(';');
    }

    private String name() throws XmlException {
        int start = at;
        if (!isNameStart(peek())) {
            throw error("no name");
        }
        while (isNameStart(peek()) || isNameRest(peek())) {
            at++;
        }
        return text.substring(start, at);
    }

    private static boolean isNameStart(int c) {
        return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == ':';
    }

    private static boolean isNameRest(int c) {
        return '0' <= c && c <= '9' || c == '-' || c == '.';
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            at++;
        }
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private boolean accept(char c) {
        if (peek() == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) throws XmlException {
        if (!accept(c)) {
            throw error("expected " + c);
        }
    }

    private XmlException error(String message) {
        return new XmlException(message, at);
    }
}
