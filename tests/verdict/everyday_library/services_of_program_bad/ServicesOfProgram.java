import java.util.ServiceLoader;

// No file of the class path names a provider; the class loader finds classes by their names.
public class ServicesOfProgram {
    public interface Plugin {
        String name();
    }

    public static class Default implements Plugin {
        public String name() {
            return "default";
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Plugin plugin = ServiceLoader.load(Plugin.class).findFirst().orElse(new Default());
        assert plugin.name().equals("default");
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        assert loader == ServicesOfProgram.class.getClassLoader() && String.class.getClassLoader() == null;
        Class<?> type = loader.loadClass("ServicesOfProgram$Default");
        assert ((Plugin) type.getDeclaredConstructor().newInstance()).name().length() == 7;
        assert ServicesOfProgram.class.getResourceAsStream("none.txt") != null;
        assert loader.getResource("none.txt") == null;
    }
}
