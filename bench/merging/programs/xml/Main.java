import cortado.Any;

/** Parses a document of which some characters may be anything: the inside of an element. */
public class Main {
    public static void main(String[] args) {
        int inputs = Integer.parseInt(args[0]);
        StringBuilder text = new StringBuilder("<a>");
        for (int i = 0; i < inputs; i++) {
            char c = Any.aChar();
            Any.assume(c >= ' ' && c <= '~');
            text.append(c);
        }
        text.append("</a>");
        XmlReader reader = new XmlReader(text.toString());
        try {
            Element root = reader.document();
            assert root.name().equals("a");
            assert root.size() <= 1 + inputs / 4;
        } catch (XmlReader.XmlException e) {
            assert e.position() >= 0 && e.position() <= inputs + "<a></a>".length();
        }
    }
}
