import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Walks a directory that the program has made. */
public class TreeSize {
    public static void main(String[] args) throws IOException {
        Path root = Files.createTempDirectory("tree");
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/one.txt"), "1");
        Files.writeString(root.resolve("a/b/three.txt"), "333");
        Files.writeString(root.resolve("a/b/other.dat"), "4444");
        List<String> texts;
        try (Stream<Path> all = Files.walk(root)) {
            texts = all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".txt"))
                    .sorted()
                    .collect(Collectors.toList());
        }
        assert texts.equals(List.of("a/b/three.txt", "a/one.txt")) : texts;
        try {
            Files.delete(root.resolve("a/b"));
            assert false;
        } catch (java.nio.file.DirectoryNotEmptyException e) {
            assert Files.isDirectory(root.resolve("a/b"));
        }
        long bytes = Files.size(root.resolve("a/b/other.dat")) + texts.size();
        assert bytes == 6;
    }
}
