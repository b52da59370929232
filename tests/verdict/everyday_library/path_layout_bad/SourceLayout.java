import java.nio.file.Path;
import java.nio.file.Paths;

/** Where the compiled class of a source file goes. */
public class SourceLayout {
    private final Path sources = Path.of("project", "src", "main");
    private final Path classes = Paths.get("project/target").resolve("./classes").normalize();

    Path classFile(Path source) {
        Path inside = sources.relativize(source.normalize());
        String name = inside.getFileName().toString();
        String base = name.substring(0, name.lastIndexOf('.'));
        return classes.resolve(inside).resolveSibling(base + ".class");
    }

    public static void main(String[] args) {
        SourceLayout layout = new SourceLayout();
        Path source = Path.of("project/src/main/acme/../acme/Tool.java");
        Path found = layout.classFile(source);
        assert found.toString().equals("project/target/classes/acme/Tool.class") : found;
        assert found.startsWith("project") && found.endsWith(Path.of("acme", "Tool.class"));
        assert found.getNameCount() == 5 && found.getName(1).equals(Path.of("target"));
        assert !found.isAbsolute() && Path.of("/").resolve(found).isAbsolute();
        int depth = 0;
        for (Path part : found.getParent()) {
            depth += part.toString().isEmpty() ? 0 : 1;
        }
        assert depth == 5;
    }
}
