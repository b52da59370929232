import java.io.*;
import java.util.Properties;

/** Any character comes back from a file of properties. */
public class Settings {
    public static void main(String[] args) throws IOException {
        char c = cortado.Any.aChar();
        Properties settings = new Properties();
        settings.setProperty("key", "a" + c);
        StringWriter text = new StringWriter();
        settings.store(text, null);
        Properties read = new Properties();
        read.load(new StringReader(text.toString()));
        assert read.getProperty("key").equals("a" + c);
        assert read.size() == 1;
    }
}
