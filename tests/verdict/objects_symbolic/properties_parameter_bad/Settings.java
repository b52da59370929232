import java.util.Properties;

/** Properties that somebody passes have what setProperty put there. */
public class Settings {
    public static int port(Properties properties) {
        String text = properties.getProperty("port");
        if (text == null || text.length() != 2) {
            return 80;
        }
        int first = text.charAt(0) - '0';
        assert properties.size() == 0;
        return first;
    }
}
