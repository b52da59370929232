import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** A properties file with a fallback. */
public class Flags {
    public static void main(String[] args) {
        Properties flags = new Properties();
        flags.setProperty("a", "1");
        try (InputStream in = new FileInputStream("flags.properties")) {
            flags.load(in);
        } catch (IOException | IllegalArgumentException e) {
            assert flags.getProperty("a").equals("1");
        }
        assert flags.getProperty("a").length() == 1;
    }
}
