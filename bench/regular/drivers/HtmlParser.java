import java.io.IOException;
import org.htmlparser.Node;
import org.htmlparser.PrototypicalNodeFactory;
import org.htmlparser.lexer.Lexer;
import org.htmlparser.lexer.Page;
import org.htmlparser.util.ParserException;

/** Takes apart a page of which some characters may be anything. */
public final class HtmlParser {
    /** What the branches are found with at which events are put in. */
    static final String[] SAMPLES = {"<%x%>", "<a b='c'>t</a>", "<!--c-->", "t<b", "<?x?>", "<a b=c d>"};

    public static void main(String[] arguments) throws IOException {
        Input input = new Input("");
        // On a slash in a JSP tag, as in <%%/, version 1.6 never comes to an end.
        input.anyBut('/', 5);
        run(input.bytes());
    }

    static void run(byte[] bytes) throws IOException {
        Page page = new Page(new Bytes(bytes), "ISO-8859-1");
        Lexer lexer = new Lexer(page);
        lexer.setNodeFactory(new PrototypicalNodeFactory());
        try {
            Node node = lexer.nextNode();
            while (node != null) {
                node = lexer.nextNode();
            }
        } catch (ParserException malformed) {
            // Some inputs are.
        }
        page.close();
    }
}
