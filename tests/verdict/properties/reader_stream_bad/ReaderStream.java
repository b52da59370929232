import cortado.Any;
import java.io.*;

// Each reader belongs to its own stream.
public class ReaderStream {
    static class Ones extends InputStream {
        public int read() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Ones one = new Ones();
        Ones two = new Ones();
        Reader first = new InputStreamReader(one);
        Reader second = new InputStreamReader(two);
        InputStream bytes = new ByteArrayInputStream(new byte[] {1});
        Reader third = new InputStreamReader(bytes);
        bytes.close();
        third.read();
        if (Any.aBoolean()) one.close();
        first.read();
        two.close();
    }
}
