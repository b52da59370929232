import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what is worth telling. */
public class Audit {
    private static final Logger LOG = Logger.getLogger(Audit.class.getName());

    static class Collector extends Handler {
        final List<String> messages = new ArrayList<>();

        @Override
        public void publish(LogRecord record) {
            if (isLoggable(record)) {
                messages.add(record.getLevel() + " " + record.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    static void withdraw(int amount) {
        LOG.log(Level.FINE, "withdraw {0}", amount);
        if (amount < 0) {
            LOG.warning("negative");
        } else if (amount > 1000) {
            LOG.log(Level.SEVERE, "too much", new IllegalStateException());
        }
    }

    public static void main(String[] args) {
        Collector collector = new Collector();
        collector.setLevel(Level.WARNING);
        LOG.addHandler(collector);
        LOG.setLevel(Level.FINE);
        assert LOG.isLoggable(Level.FINE) && !LOG.isLoggable(Level.FINER);
        int amount = cortado.Any.anInt();
        withdraw(amount);
        boolean odd = amount < 0 || amount > 1000;
        assert collector.messages.size() == (odd ? 1 : 0);
        assert !odd || collector.messages.get(0).equals(amount < 0 ? "WARNING negative" : "SEVERE too much");
    }
}
