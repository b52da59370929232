import cortado.Any;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;

// The constructor that throws is over when the reader is read.
public class ReaderAfterClose {
    static int use(BufferedReader reader, int size) throws IOException {
        try {
            new BufferedReader(reader, size).ready();
        } catch (IllegalArgumentException e) {
            reader.close();
        }
        return size >= 0 ? reader.read() : -1;
    }

    public static void main(String[] args) throws IOException {
        use(new BufferedReader(new StringReader("text")), Any.anInt() & 3);
    }
}
