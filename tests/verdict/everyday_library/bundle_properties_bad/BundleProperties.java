import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Properties;
import java.util.ResourceBundle;

// Bundles and properties out of files of the class path.
public class BundleProperties {
    public static void main(String[] args) throws IOException {
        ResourceBundle texts = ResourceBundle.getBundle("texts.Shop", Locale.US);
        assert texts.getString("greeting").equals("Hello, world");
        assert texts.getString("currency").equals("EUR") && texts.keySet().size() == 3;
        ResourceBundle swiss = ResourceBundle.getBundle("texts.Shop", new Locale("de", "CH"));
        assert swiss.getString("currency").equals("EUR");
        assert swiss.getString("long").equals("one two");
        Properties properties = new Properties();
        try (InputStream in = BundleProperties.class.getResourceAsStream("/config.properties")) {
            properties.load(in);
        }
        assert properties.getProperty("port").equals("8080");
        InputStream lines = BundleProperties.class.getClassLoader().getResourceAsStream("config.properties");
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8))) {
            assert reader.readLine().equals("# of the server") && reader.lines().count() == 1;
        }
    }
}
