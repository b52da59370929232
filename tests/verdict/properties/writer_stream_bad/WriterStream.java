import cortado.Any;
import java.io.*;

// The writer is finished before its stream is closed.
public class WriterStream {
    static class Sink extends OutputStream {
        public void write(int b) {
        }
    }

    public static void main(String[] args) throws Exception {
        Sink sink = new Sink();
        Writer w = new OutputStreamWriter(sink);
        w.write("a");
        if (Any.aBoolean()) {
            sink.close(); w.write("b");
        } else {
            w.flush();
        }
    }
}
