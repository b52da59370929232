import cortado.Any;
import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import java.util.StringTokenizer;

// Settings from text, with a default.
public class PropertiesText {
    public static void main(String[] args) throws IOException {
        Properties settings = new Properties();
        settings.load(new StringReader("# limits\nlow=1\nhigh : 1\\\n  0\n"));
        String key = Any.oneOf("low", "high", "other");
        int limit = Integer.parseInt(settings.getProperty(key)); // here
        assert limit == 1 || limit == 10 || limit == 0;
        assert new StringTokenizer("a,b;c", ",;").countTokens() == 3;
    }
}
