import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Takes the place of {@code java.io.FileReader}: there is one file, and it holds what is said here. */
public class InFile extends InputStreamReader {
    static byte[] contents;

    public InFile(String name) {
        super(new Bytes(contents), StandardCharsets.ISO_8859_1);
    }
}
