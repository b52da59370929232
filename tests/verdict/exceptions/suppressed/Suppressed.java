import cortado.Any;

// try-with-resources closes in reverse order and keeps what close() throws as suppressed (JLS 14.20.3).
public class Suppressed {
    static String log = "";

    static class Resource implements AutoCloseable {
        final String name;
        final boolean fails;

        Resource(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
        }

        @Override
        public void close() {
            log += name;
            if (fails) {
                throw new IllegalStateException(name);
            }
        }
    }

    public static void main(String[] args) {
        boolean a = Any.aBoolean();
        boolean b = Any.aBoolean();
        try (Resource r = new Resource("a", a); Resource s = new Resource("b", b)) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            assert e.getMessage().equals("body");
            int suppressed = (a ? 1 : 0) + (b ? 1 : 0);
            assert e.getSuppressed().length == suppressed;
            assert !b || e.getSuppressed()[0].getMessage().equals("b");
        }
        assert log.equals("ba");
    }
}
