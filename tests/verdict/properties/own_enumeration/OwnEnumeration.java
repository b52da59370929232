import cortado.Any;
import java.util.StringTokenizer;

// A subclass of the program's own: the constructor that makes it is an event, and what happens within it is none.
public class OwnEnumeration {
    static class Words extends StringTokenizer {
        final String first;

        Words(String text) {
            super(text);
            first = nextToken();
        }
    }

    public static void main(String[] args) {
        Words words = new Words("one two three");
        boolean more = Any.aBoolean();
        if (more && words.hasMoreTokens()) {
            words.nextToken();
        }
    }
}
