import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Keeps the last version of a file beside it. */
public class Rotation {
    static void save(Path file, String text) throws IOException {
        Path backup = file.resolveSibling(file.getFileName() + ".bak");
        if (Files.isRegularFile(file)) {
            Files.move(file, backup, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(file, text);
    }

    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("rotation");
        Path file = directory.resolve("state");
        save(file, "one");
        assert Files.notExists(directory.resolve("state.bak"));
        save(file, "two");
        assert Files.readString(directory.resolve("state.bak")).equals("one");
        Files.copy(file, directory.resolve("copy"));
        Files.delete(file);
        assert !Files.exists(file) && !Files.deleteIfExists(file);
        assert Files.readString(directory.resolve("copy")).equals("two");
        long left;
        try (var files = Files.list(directory)) {
            left = files.count();
        }
        assert left == 2;
    }
}
