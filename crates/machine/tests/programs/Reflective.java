import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

// Methods, constructors and fields that are found and used by name.
public class Reflective {
    static class Part {
        private int secret = 5;
        public String name = "n";
        static long total = 9;
        double size = 1.5;

        Part() {}

        private Part(String s) {
            name = s;
        }

        private int twice(int x) {
            return 2 * x;
        }

        public static String words(String... w) {
            return Arrays.toString(w);
        }

        void fail() {
            throw new IllegalStateException("no");
        }
    }

    interface Shape {
        double area();
    }

    static class Square implements Shape {
        public double area() {
            return 9;
        }
    }

    enum Color { RED, GREEN }

    public static int answer() {
        return 42;
    }

    static void show(String what, Callable<Object> action) {
        try {
            System.out.println(what + " " + action.call());
        } catch (Exception e) {
            System.out.println(what + " threw " + e.getClass().getName() + " " + e.getCause());
        }
    }

    public static void main(String[] args) {
        show("static", () -> Reflective.class.getMethod("answer").invoke(null));
        show("of the JDK", () -> String.class.getMethod("length").invoke("abc"));
        show("private", () -> {
            Method m = Part.class.getDeclaredMethod("twice", int.class);
            m.setAccessible(true);
            return m.invoke(new Part(), 4);
        });
        show("varargs", () -> Part.class.getMethod("words", String[].class)
            .invoke(null, (Object) new String[] {"a", "b"}));
        show("failing", () -> Part.class.getDeclaredMethod("fail").invoke(new Part()));
        show("too many", () -> Reflective.class.getMethod("answer").invoke(null, 1));
        show("wrong type", () -> Part.class.getDeclaredMethod("twice", int.class).invoke(new Part(), "s"));
        show("null receiver", () -> Part.class.getDeclaredMethod("fail").invoke(null));
        show("wrong receiver", () -> Part.class.getDeclaredMethod("fail").invoke("s"));
        show("of an interface", () -> Shape.class.getMethod("area").invoke(new Square()));
        show("missing", () -> Part.class.getMethod("none"));
        show("constructor", () -> {
            Constructor<Part> c = Part.class.getDeclaredConstructor(String.class);
            c.setAccessible(true);
            return c.newInstance("q").name;
        });
        show("constructor of the JDK", () -> Class.forName("java.util.ArrayList").getConstructor().newInstance());
        show("field", () -> {
            Field f = Part.class.getDeclaredField("secret");
            f.setAccessible(true);
            Part p = new Part();
            f.setInt(p, 7);
            return f.get(p) + " " + f.getInt(p) + " " + p.secret;
        });
        show("static field", () -> {
            Field f = Part.class.getDeclaredField("total");
            long before = f.getLong(null);
            f.set(null, 11L);
            return before + " " + Part.total;
        });
        show("field of the wrong type", () -> {
            Part.class.getDeclaredField("size").set(new Part(), "x");
            return null;
        });
        show("widened", () -> {
            Part p = new Part();
            Part.class.getDeclaredField("size").set(p, 3);
            return p.size;
        });
        show("methods", () -> {
            List<String> all = new ArrayList<>();
            for (Method m : Part.class.getDeclaredMethods()) {
                all.add(m.getName() + m.getParameterCount() + Modifier.toString(m.getModifiers()));
            }
            Collections.sort(all);
            return all;
        });
        show("fields", () -> {
            List<String> all = new ArrayList<>();
            for (Field f : Part.class.getDeclaredFields()) {
                all.add(f.toString());
            }
            Collections.sort(all);
            return all;
        });
        show("method in words", () -> Reflective.class.getMethod("answer").toString());
        show("constants", () -> Arrays.toString(Color.class.getEnumConstants()) + Enum.valueOf(Color.class, "RED"));
        show("no class", () -> Class.forName("no.Such"));
        show("supertype", () -> ArrayList.class.getGenericSuperclass());
    }
}
