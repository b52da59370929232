import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Appends to a file and reads all of it back. */
public class Journal {
    private final Path file;

    Journal(Path file) throws IOException {
        this.file = file;
        Files.writeString(file, "# journal\n");
    }

    void add(String entry) throws IOException {
        Files.writeString(file, entry + "\n", StandardOpenOption.APPEND);
    }

    List<String> entries() throws IOException {
        List<String> lines = Files.readAllLines(file);
        return lines.subList(1, lines.size());
    }

    public static void main(String[] args) {
        try {
            Journal journal = new Journal(Path.of("journal.txt"));
            journal.add("started");
            journal.add("stopped");
            assert journal.entries().equals(List.of("started", "stopped"));
            assert Files.size(journal.file) == 27;
        } catch (IOException e) {
            System.err.println("no journal: " + e.getMessage());
        }
    }
}
