import cortado.Any;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;

// try-with-resources closes before what is behind it runs.
public class WriterInFinally {
    public static void main(String[] args) throws IOException {
        BufferedWriter writer = new BufferedWriter(new StringWriter());
        int n = Any.anInt();
        try (BufferedWriter used = writer) {
            used.write(n);
        } finally {
            if (n < 0 && n > -9) {
                writer.newLine();
            }
        }
    }
}
