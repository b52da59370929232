import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

// Readers and streams have any content.
public class Streams {
    public static int sum(Reader reader, InputStream in) throws IOException {
        int a = reader.read();
        int b = in.read();
        assert a >= -1 && a <= 0xffff && b >= -1 && b < 0xff;
        return a + b;
    }
}
