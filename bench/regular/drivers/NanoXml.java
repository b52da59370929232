import java.io.IOException;
import net.n3.nanoxml.IXMLElement;
import net.n3.nanoxml.NonValidator;
import net.n3.nanoxml.StdXMLBuilder;
import net.n3.nanoxml.StdXMLParser;
import net.n3.nanoxml.StdXMLReader;
import net.n3.nanoxml.XMLException;

/** Parses a document of which some characters may be anything. */
public final class NanoXml {
    /** What the branches are found with at which events are put in. */
    static final String[] SAMPLES = {
        "<a></a>", "<a b='c'/>", "<?x y?><a/>", "<a>t&lt;</a>", "<a><!--c--></a>", "<a><![CDATA[x]]></a>", "<!DOCTYPE a []><a/>",
    };

    public static void main(String[] arguments) throws IOException {
        Input input = new Input("<a>");
        input.any(5);
        input.text("</a>");
        run(input.bytes());
    }

    static void run(byte[] bytes) throws IOException {
        StdXMLParser parser = new StdXMLParser();
        parser.setBuilder(new StdXMLBuilder());
        parser.setValidator(new NonValidator());
        parser.setReader(new StdXMLReader(new Bytes(bytes)));
        try {
            IXMLElement root = (IXMLElement) parser.parse();
            root.getContent();
        } catch (XMLException malformed) {
            // Most inputs are.
        }
    }
}
