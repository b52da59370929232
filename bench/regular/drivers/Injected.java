import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;

/** The events that are put into a program at one of its branches, each with an object that is at hand there. */
public final class Injected {
    private Injected() {}

    public static void close(Reader reader) throws IOException {
        if (reader != null) {
            reader.close();
        }
    }

    public static void close(Writer writer) throws IOException {
        if (writer != null) {
            writer.close();
        }
    }

    public static void close(InputStream stream) throws IOException {
        if (stream != null) {
            stream.close();
        }
    }

    public static void close(OutputStream stream) throws IOException {
        if (stream != null) {
            stream.close();
        }
    }

    public static void take(Iterator<?> iterator) {
        if (iterator != null) {
            iterator.next();
        }
    }

    public static void take(Enumeration<?> enumeration) {
        if (enumeration != null) {
            enumeration.nextElement();
        }
    }

    public static void update(Collection<?> collection) {
        if (collection != null) {
            collection.clear();
        }
    }
}
