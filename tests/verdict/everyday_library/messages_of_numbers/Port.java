import java.util.logging.Logger;

/** The message of a failed conversion is logged, quoted and looked at. */
public class Port {
    private static final Logger LOG = Logger.getLogger("port");

    static class ConfigException extends RuntimeException {
        ConfigException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            LOG.warning("cannot parse: " + e.getMessage());
            throw new ConfigException("bad port: " + e.getMessage(), e);
        }
    }

    public static void main(String[] args) {
        String text = cortado.Any.aString(2);
        try {
            assert parse(text) <= 99;
        } catch (ConfigException e) {
            assert e.getMessage().equals("bad port: For input string: \"" + text + "\"");
        }
    }
}
