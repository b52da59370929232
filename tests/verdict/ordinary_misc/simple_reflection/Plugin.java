import cortado.Any;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

// Calls a method, sets a field and makes an object by name.
public class Plugin {
    public static class Counter {
        public int value;

        public Counter() {}

        public Counter(int start) {
            value = start;
        }

        public int add(int n) {
            if (n < 0) {
                throw new IllegalArgumentException("negative");
            }
            value += n;
            return value;
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        int n = Any.anInt(-2, 5);
        Class<?> type = Class.forName("Plugin$Counter");
        Constructor<?> constructor = type.getConstructor(int.class);
        Object counter = constructor.newInstance(10);
        Method add = type.getMethod("add", int.class);
        try {
            Object result = add.invoke(counter, n);
            assert (Integer) result == 10 + n;
            assert n >= 0;
        } catch (InvocationTargetException e) {
            assert n < 0;
            assert e.getCause() instanceof IllegalArgumentException;
        }
        Field value = type.getField("value");
        assert value.getInt(counter) == 10 + Math.max(n, 0);
        value.set(counter, 3);
        assert ((Counter) counter).value == 3;
        assert type.getDeclaredConstructor().newInstance() instanceof Counter;
        assert n != 4 || value.getInt(counter) < 4;
        try {
            type.getMethod("subtract");
            assert false;
        } catch (NoSuchMethodException e) {
            assert e.getMessage().contains("subtract");
        }
    }
}
