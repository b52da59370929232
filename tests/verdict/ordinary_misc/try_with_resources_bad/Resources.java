import cortado.Any;
import java.util.ArrayList;
import java.util.List;

// Resources close in reverse order, and what fails on the way is suppressed.
public class Resources {
    static final List<String> LOG = new ArrayList<>();

    static class Resource implements AutoCloseable {
        final String name;
        final boolean fails;

        Resource(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
            LOG.add("open " + name);
        }

        @Override
        public void close() {
            LOG.add("close " + name);
            if (fails) {
                throw new IllegalStateException(name);
            }
        }
    }

    public static void main(String[] args) {
        boolean first = Any.aBoolean();
        boolean body = Any.aBoolean();
        try (Resource a = new Resource("a", first); Resource b = new Resource("b", true)) {
            if (body) {
                throw new RuntimeException("body");
            }
        } catch (RuntimeException e) {
            int suppressed = (body ? 1 : 0) + (first ? 1 : 0);
            assert e.getMessage().equals(body ? "body" : "b");
            assert e.getSuppressed().length == suppressed;
            assert suppressed == 0 || e.getSuppressed()[0].getMessage().equals("b");
        }
        assert LOG.toString().equals("[open a, open b, close b, close a]");
    }
}
