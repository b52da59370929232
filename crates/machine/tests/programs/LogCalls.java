import java.io.ByteArrayOutputStream;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/** What loggers hand to handlers of the program's own. */
public class LogCalls {
    static class Shown extends Handler {
        private final String name;

        Shown(String name) {
            this.name = name;
        }

        @Override
        public void publish(LogRecord record) {
            System.out.println(name + " " + isLoggable(record) + " " + record.getLoggerName() + " " + record.getLevel()
                    + " " + record.getMessage() + " " + (record.getParameters() == null ? 0 : record.getParameters().length)
                    + " " + record.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    public static void main(String[] args) throws Exception {
        Logger root = Logger.getLogger("");
        System.out.println(root.getHandlers().length + " " + root.getLevel() + " " + root.getHandlers()[0].getLevel());
        Logger parent = Logger.getLogger("acme");
        Logger logger = Logger.getLogger("acme.tool");
        System.out.println(logger.getParent().getName() + " " + logger.getLevel() + " " + (Logger.getLogger("acme") == parent));
        parent.addHandler(new Shown("parent"));
        logger.addHandler(new Shown("own"));
        logger.info("one");
        logger.fine("not logged");
        parent.setLevel(Level.FINEST);
        logger.finest("two");
        logger.log(Level.WARNING, "three {0} {1}", new Object[] {1, "x"});
        logger.log(Level.SEVERE, "four", new IllegalStateException("bad"));
        logger.entering("Tool", "run");
        logger.exiting("Tool", "run", 3);
        logger.throwing("Tool", "run", new RuntimeException("r"));
        logger.setFilter(record -> record.getMessage().startsWith("f"));
        logger.info("six");
        logger.info(() -> "five");
        logger.setFilter(null);
        logger.setUseParentHandlers(false);
        logger.config("alone");
        logger.setLevel(Level.OFF);
        logger.severe("nothing");
        System.out.println(Level.parse("800") + " " + Level.parse("FINE").intValue() + " " + Level.ALL.equals(Level.OFF));
        format();
        System.Logger facade = System.getLogger("acme.facade");
        System.out.println(facade.getName() + " " + facade.isLoggable(System.Logger.Level.TRACE));
        facade.log(System.Logger.Level.INFO, "formatted {0}", 5);
        facade.log(System.Logger.Level.ERROR, "failed", new IllegalArgumentException("why"));
        Logger.getAnonymousLogger().warning("to the console");
    }

    static void format() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StreamHandler handler = new StreamHandler(bytes, new Formatter() {
            @Override
            public String format(LogRecord record) {
                return record.getLevel().getName() + ": " + formatMessage(record) + "\n";
            }
        });
        Logger logger = Logger.getLogger("formatted");
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        logger.log(Level.INFO, "{0} of {1}", new Object[] {2, "three"});
        logger.log(Level.FINE, "dropped");
        handler.setLevel(Level.SEVERE);
        logger.info("dropped as well");
        handler.flush();
        System.out.print(bytes.toString("UTF-8"));
    }
}
