import cortado.Any;

// A null resource is not closed; an exception of close() alone is thrown.
public class NullResource {
    static class Resource implements AutoCloseable {
        @Override
        public void close() {
            throw new IllegalStateException("closing");
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        Resource maybe = x == 12345 ? new Resource() : null;
        int seen = 0;
        try (maybe) {
            seen++;
        } catch (IllegalStateException e) {
            assert x == 12345;
            seen++;
        }
        assert seen == (x == 12345 ? 2 : 1);
    }
}
