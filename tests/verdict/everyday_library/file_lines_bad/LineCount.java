import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;

/** Counts what is not blank. */
public class LineCount {
    public static void main(String[] args) throws IOException {
        int lines = 0;
        int words = 0;
        try (BufferedReader reader = new BufferedReader(new FileReader("words.txt"))) {
            String line;
            while ((line = reader.readLine()) != null) {
                lines++;
                if (!line.isBlank()) {
                    words++;
                }
            }
        }
        assert words == lines;
    }
}
