import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A port number from a file that anybody may have edited. */
public class Settings {
    static int port(Path file) {
        String text;
        try {
            text = Files.readString(file).strip();
        } catch (IOException e) {
            return 8080;
        }
        try {
            int port = Integer.parseInt(text);
            return port < 1023 || port > 65535 ? 8080 : port;
        } catch (NumberFormatException e) {
            return 8080;
        }
    }

    public static void main(String[] args) {
        int port = port(Path.of("settings", "port.txt"));
        assert port >= 1024;
        assert port <= 65535;
    }
}
