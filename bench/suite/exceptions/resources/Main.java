import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Resources are closed in the opposite order, whatever happens in between. */
public class Main {
    static final List<String> LOG = new ArrayList<>();

    static final class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
            LOG.add("open " + name);
        }

        @Override
        public void close() {
            LOG.add("close " + name);
        }
    }

    public static void main(String[] args) {
        boolean fails = Verifier.nondetBoolean();
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            if (fails) {
                throw new IllegalStateException(a.name + b.name);
            }
            LOG.add("work");
        } catch (IllegalStateException e) {
            LOG.add("caught " + e.getMessage());
        }
        assert LOG.contains("work") != fails;
        assert LOG.indexOf("close b") < LOG.indexOf("close a");
        assert LOG.size() == 5;
    }
}
