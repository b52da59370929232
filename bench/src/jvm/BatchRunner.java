import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;

/**
 * Runs the main methods of many classes in one JVM, each in a class loader of its own so that class initialisation starts
 * afresh. For each it writes a header line (class, nanoseconds, and the byte lengths of output, exception class and
 * message; -1 for absent) followed by those bytes.
 */
public final class BatchRunner {
    private static final PrintStream RESULTS = System.out;

    public static void main(String[] args) throws Exception {
        URL[] path = {new File(args[0]).toURI().toURL()};
        for (int i = 1; i < args.length; i++) {
            run(path, args[i]);
        }
        RESULTS.flush();
    }

    private static void run(URL[] path, String name) throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Throwable escaped = null;
        long start = System.nanoTime();
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            loader.setDefaultAssertionStatus(true);
            PrintStream captured = new PrintStream(output, true, StandardCharsets.UTF_8);
            System.setOut(captured);
            try {
                Class<?> type = Class.forName(name, false, loader);
                type.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                escaped = e.getCause();
            } catch (Throwable e) {
                // Initialising the program's own class failed: the launcher would let this escape as well.
                escaped = e;
            }
            captured.flush();
        } finally {
            System.setOut(RESULTS);
        }
        long nanos = System.nanoTime() - start;
        byte[] type = escaped == null ? null : bytes(escaped.getClass().getName());
        byte[] message = escaped == null || escaped.getMessage() == null ? null : bytes(escaped.getMessage());
        byte[] text = output.toByteArray();
        RESULTS.write(bytes(name + " " + nanos + " " + text.length + " " + length(type) + " " + length(message) + "\n"));
        RESULTS.write(text);
        if (type != null) RESULTS.write(type);
        if (message != null) RESULTS.write(message);
        RESULTS.flush();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int length(byte[] bytes) {
        return bytes == null ? -1 : bytes.length;
    }
}
