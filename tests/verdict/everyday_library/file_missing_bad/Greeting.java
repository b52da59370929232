import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A greeting that may be configured. */
public class Greeting {
    static String greeting(Path file) {
        try {
            if (Files.isHidden(file)) {
                return "hello";
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "hello";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) {
        String greeting = greeting(Path.of("greeting.txt"));
        System.out.println(greeting);
    }
}
