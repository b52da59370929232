import cortado.Any;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;

// Two streams and two readers, each bound to its own.
public class ReaderAndStream {
    static class Zeros extends InputStream {
        @Override
        public int read() {
            return 0;
        }
    }

    public static void main(String[] args) throws IOException {
        InputStream[] streams = {new Zeros(), new Zeros()};
        InputStreamReader[] readers = {new InputStreamReader(streams[0]), new InputStreamReader(streams[1])};
        int n = Any.anInt();
        streams[n == 3 ? 1 : 0].close();
        if (n == 3) {
            readers[1].read();
        }
    }
}
