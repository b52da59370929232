/** The platform's own facade. */
public class Facade {
    private static final System.Logger LOG = System.getLogger("acme.facade");

    static int checked(int value) {
        if (value < 0) {
            LOG.log(System.Logger.Level.WARNING, "negative: {0}", value);
            return 0;
        }
        LOG.log(System.Logger.Level.DEBUG, () -> "value " + value);
        return value;
    }

    public static void main(String[] args) {
        int value = checked(cortado.Any.anInt());
        assert value >= 0;
        assert LOG.isLoggable(System.Logger.Level.ERROR) && LOG.getName().equals("acme.facade");
    }
}
