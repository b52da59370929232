import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that belongs to the host: no replay may change it. */
public class Counter {
    public static void main(String[] args) {
        Path file = Path.of("/var/lib/acme/counter");
        try {
            Files.writeString(file, "1");
            assert Files.size(file) == 2;
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }
}
