import cortado.Any;
import java.io.*;

// A reader may be closed twice, and is not read afterwards.
public class Readers {
    public static void main(String[] args) throws Exception {
        Reader r = new StringReader("ab");
        int tag = Any.anInt();
        try {
            r.read();
            if (tag == 0) r.close();
            if (tag != 0) r.read();
        } catch (IOException e) {
            tag = 1;
        } finally {
            r.close();
        }
        try (BufferedReader lines = new BufferedReader(new StringReader("a\nb"))) {
            while (lines.readLine() != null) tag++;
        }
    }
}
