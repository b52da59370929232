import cortado.Any;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

// A proxy around a real object, as libraries for logging and transactions make them.
public class ProxyDelegate {
    interface Repository {
        void add(int item);

        int count();
    }

    static class Memory implements Repository {
        private final List<Integer> items = new ArrayList<>();

        public void add(int item) {
            if (item < 0) {
                throw new IllegalArgumentException("negative");
            }
            items.add(item);
        }

        public int count() {
            return items.size();
        }
    }

    static int failures;

    @SuppressWarnings("unchecked")
    static <T> T counting(Class<T> type, T target) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            try {
                return method.invoke(target, args);
            } catch (InvocationTargetException e) {
                failures++;
                return null;
            }
        });
    }

    public static void main(String[] args) {
        Repository repository = counting(Repository.class, new Memory());
        int item = Any.anInt();
        repository.add(item);
        assert repository.count() + failures == 1;
        assert (failures == 1) == (item < 0);
    }
}
