import java.util.logging.Level;
import java.util.logging.Logger;

/** Logs on the way, as most programs do. */
public class Startup {
    private static final Logger LOG = Logger.getLogger("acme.startup");

    static int workers(String setting) {
        try {
            int count = Integer.parseInt(setting);
            LOG.info("workers: " + count);
            return Math.max(1, Math.min(count, 9));
        } catch (NumberFormatException e) {
            LOG.log(Level.WARNING, "no number: {0}", setting);
            return 1;
        }
    }

    public static void main(String[] args) {
        int workers = workers(cortado.Any.aString(2));
        LOG.fine(() -> "started " + workers);
        assert workers >= 1 && workers <= 8;
        assert LOG.getParent().getName().isEmpty();
    }
}
