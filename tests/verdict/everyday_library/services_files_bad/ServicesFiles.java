import java.util.Iterator;
import java.util.ServiceLoader;

// Providers that a file of the class path names, in its order.
public class ServicesFiles {
    public interface Codec {
        int encode(int value);
    }

    public static class Twice implements Codec {
        public int encode(int value) {
            return 2 * value;
        }
    }

    public static class Negative implements Codec {
        public int encode(int value) {
            return -value;
        }
    }

    public static void main(String[] args) {
        int result = 1;
        for (Codec codec : ServiceLoader.load(Codec.class)) {
            result = codec.encode(result + 3);
        }
        assert result == -5;
        Iterator<ServiceLoader.Provider<Codec>> providers = ServiceLoader.load(Codec.class).stream().iterator();
        assert providers.next().type() == Twice.class && providers.next().type() == Negative.class;
        assert !providers.hasNext();
    }
}
