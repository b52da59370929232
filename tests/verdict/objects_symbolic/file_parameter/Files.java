import java.io.File;
import java.nio.file.Path;

// Files are named; what is there is up to inputs.
public class Files {
    public static boolean same(File file, Path path) {
        boolean same = file.toPath().equals(path);
        assert !same || file.getName().equals(path.toString()) || file.exists();
        return same;
    }
}
