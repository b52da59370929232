import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles a generated test, runs it once and writes down what it threw. One JVM does both, so that a replay costs one
 * start-up. The answer goes to a file of its own, because the program under test owns the standard streams.
 *
 * <p>Arguments: the file for the answer, the directory for classes, the test's class, its method, and the sources to
 * compile, the test first. With a second source the test is run by the JUnit platform through it.
 *
 * <p>Or, without a test: the file for the answer, {@code --main}, the file with the values of the inputs, the class whose
 * {@code main} to call, and its arguments.
 *
 * <p>For a contract, {@code --state} and the source of the class that compares states come after the file for the answer.
 * That class runs first, and the test only if it throws nothing.
 */
public class CortadoReplay {
    private static final int FRAMES = 200;
    private static final int CAUSES = 8;

    private static Path answer;
    private static boolean answered;

    /** The class that answers for clocks and the like, if the replay has values for those. */
    private static Class<?> environment;

    /** Given back before the answer is written, for programs that fill the heap. */
    private static byte[] reserve = new byte[4 << 20];

    public static void main(String[] args) throws Exception {
        answer = Path.of(args[0]);
        if (args[1].equals("--main")) {
            Object[] inputs = values(Files.readAllLines(Path.of(args[2])));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> answer("exit\n")));
            finish(callMain(inputs, args[3], Arrays.copyOfRange(args, 4, args.length)));
        }
        Path state = null;
        if (args[1].equals("--state")) {
            state = Path.of(args[2]);
            args = Arrays.copyOfRange(args, 2, args.length);
        }
        String classes = args[1];
        String testClass = args[2];
        String testMethod = args[3];
        List<Path> sources = new ArrayList<>();
        for (int i = 4; i < args.length; i++) {
            sources.add(Path.of(args[i]));
        }
        boolean byPlatform = sources.size() > 1;
        if (state != null) {
            sources.add(state);
        }
        String errors = compile(classes, sources);
        if (errors != null) {
            answer("uncompilable\ntext " + encode(errors) + "\n");
            Runtime.getRuntime().halt(0);
        }
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        Class<?> watch = watch(loader);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> exit(watch)));
        Thread.currentThread().setContextClassLoader(loader);
        Throwable thrown;
        try {
            startEnvironment();
            thrown = state == null ? null : run(loader, "CortadoState", "main");
            if (thrown != null) {
                finish(thrown);
            }
            thrown = byPlatform ? runByPlatform(loader, testClass, testMethod) : run(loader, testClass, testMethod);
        } catch (Throwable error) {
            thrown = error;
        }
        finish(thrown);
    }

    /** The watch on the program's properties, if there is one. It answers as soon as the expected violation is there. */
    private static Class<?> watch(ClassLoader loader) throws Exception {
        try {
            Class<?> watch = Class.forName("cortado.property.Watch", true, loader);
            Consumer<Throwable> listener = CortadoReplay::finish;
            watch.getField("listener").set(null, listener);
            return watch;
        } catch (ClassNotFoundException none) {
            return null;
        }
    }

    /** The program ends the JVM, which may be what violates a property. */
    private static void exit(Class<?> watch) {
        String answer = "exit\n";
        try {
            if (watch != null) {
                watch.getMethod("end").invoke(null);
            }
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof AssertionError) {
                answer = describe(thrown.getCause());
            }
        } catch (ReflectiveOperationException error) {
            // The watch is one of ours.
        }
        answer(answer);
    }

    private static void finish(Throwable thrown) {
        reserve = null;
        answer(describe(thrown));
        // Threads and hooks of the program have no say in the answer.
        Runtime.getRuntime().halt(0);
    }

    private static Throwable callMain(Object[] inputs, String name, String[] args) {
        try {
            ClassLoader loader = ClassLoader.getSystemClassLoader();
            // By name, because this class is compiled without the API.
            Class.forName("cortado.Replay").getMethod("values", Object[].class).invoke(null, (Object) inputs);
            startEnvironment();
            Method main = Class.forName(name, true, loader).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) args);
            return null;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    private static void startEnvironment() throws Exception {
        String file = System.clearProperty("cortado.environment");
        if (file != null) {
            environment = Class.forName("CortadoEnvironment", true, null);
            List<String> lines = Files.readAllLines(Path.of(file));
            environment.getMethod("start", List.class).invoke(null, lines);
        }
    }

    private static boolean strayed() throws Exception {
        return environment != null && (Boolean) environment.getMethod("strayed").invoke(null);
    }

    /** Whether the program has asked for as many inputs as there are values. */
    private static String drawn() {
        try {
            Class<?> values = Class.forName("cortado.Replay", true, ClassLoader.getSystemClassLoader());
            String account = (String) values.getMethod("account").invoke(null);
            return account.isEmpty() ? "" : account + "\n";
        } catch (ReflectiveOperationException | LinkageError unknown) {
            // A program without inputs need not have the class, or has one of an earlier version.
            return "";
        }
    }

    /** One input a line: a letter for its type, and its value; floating point as its bits, text as UTF-16 in hexadecimal. */
    private static Object[] values(List<String> lines) {
        Object[] values = new Object[lines.size()];
        for (int i = 0; i < values.length; i++) {
            String text = lines.get(i).substring(1);
            switch (lines.get(i).charAt(0)) {
                case 'Z': values[i] = Boolean.valueOf(text); break;
                case 'B': values[i] = Byte.valueOf(text); break;
                case 'C': values[i] = (char) Integer.parseInt(text); break;
                case 'S': values[i] = Short.valueOf(text); break;
                case 'I': values[i] = Integer.valueOf(text); break;
                case 'J': values[i] = Long.valueOf(text); break;
                case 'F': values[i] = Float.intBitsToFloat((int) Long.parseLong(text)); break;
                case 'D': values[i] = Double.longBitsToDouble(Long.parseUnsignedLong(text)); break;
                case 'T': values[i] = text(text); break;
                case 'N': values[i] = null; break;
                default: throw new IllegalArgumentException(lines.get(i));
            }
        }
        return values;
    }

    private static String text(String hex) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i + 4 <= hex.length(); i += 4) {
            text.append((char) Integer.parseInt(hex.substring(i, i + 4), 16));
        }
        return text.toString();
    }

    private static String compile(String classes, List<Path> sources) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<String> options =
                    List.of("-d", classes, "-cp", System.getProperty("java.class.path"), "-g", "-proc:none", "-nowarn");
            boolean compiled =
                    compiler.getTask(
                                    new StringWriter(),
                                    files,
                                    diagnostics,
                                    options,
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources))
                            .call();
            if (compiled) {
                return null;
            }
        }
        StringBuilder errors = new StringBuilder();
        for (Diagnostic<?> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                errors.append(errors.length() == 0 ? "" : "; ")
                        .append("line ")
                        .append(diagnostic.getLineNumber())
                        .append(": ")
                        .append(diagnostic.getMessage(Locale.ROOT));
            }
        }
        return errors.toString();
    }

    private static Throwable run(ClassLoader loader, String testClass, String testMethod) throws Exception {
        Class<?> test = Class.forName(testClass, true, loader);
        boolean main = testMethod.equals("main");
        Method method = main ? test.getDeclaredMethod("main", String[].class) : test.getDeclaredMethod(testMethod);
        method.setAccessible(true);
        Object target = null;
        if (!main) {
            var constructor = test.getDeclaredConstructor();
            constructor.setAccessible(true);
            target = constructor.newInstance();
        }
        try {
            if (main) {
                method.invoke(null, (Object) new String[0]);
            } else {
                method.invoke(target);
            }
            return null;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        }
    }

    private static Throwable runByPlatform(ClassLoader loader, String testClass, String testMethod) throws Exception {
        Method method =
                Class.forName("CortadoJUnit", true, loader).getMethod("run", String.class, String.class, Throwable[].class);
        Throwable[] thrown = new Throwable[1];
        boolean ran;
        try {
            ran = (Boolean) method.invoke(null, testClass, testMethod, thrown);
        } catch (InvocationTargetException error) {
            // Either the platform let an error of the test through, or it does not work here.
            if (error.getCause() instanceof VirtualMachineError) {
                return error.getCause();
            }
            ran = false;
        }
        return ran ? thrown[0] : run(loader, testClass, testMethod);
    }

    private static synchronized void answer(String text) {
        if (answered) {
            return;
        }
        answered = true;
        try {
            Files.writeString(answer, text + (strayed() ? "strayed\n" : "") + drawn() + "end\n");
        } catch (Exception error) {
            Runtime.getRuntime().halt(1);
        }
    }

    private static String describe(Throwable thrown) {
        if (thrown == null) {
            return "normal\n";
        }
        StringBuilder text = new StringBuilder("thrown\n");
        for (int depth = 0; thrown != null && depth < CAUSES; depth++) {
            text.append("class ").append(encode(thrown.getClass().getName())).append('\n');
            String message;
            try {
                message = thrown.getMessage();
            } catch (Throwable error) {
                message = null;
            }
            if (message != null) {
                text.append("message ").append(encode(message)).append('\n');
            }
            StackTraceElement[] frames = thrown.getStackTrace();
            for (int i = 0; i < frames.length && i < FRAMES; i++) {
                StackTraceElement frame = frames[i];
                text.append("frame ")
                        .append(frame.getModuleName() == null ? "app" : "jdk")
                        .append(' ')
                        .append(encode(frame.getClassName()))
                        .append(' ')
                        .append(encode(frame.getMethodName()))
                        .append(' ')
                        .append(frame.getLineNumber())
                        .append('\n');
            }
            try {
                thrown = thrown.getCause();
            } catch (Throwable error) {
                thrown = null;
            }
        }
        return text.toString();
    }

    /** Hexadecimal, so that a line stays a line whatever a message contains. */
    private static String encode(String text) {
        String shown = text.substring(0, Math.min(text.length(), 4000));
        StringBuilder hex = new StringBuilder("x");
        for (byte octet : shown.getBytes(StandardCharsets.UTF_8)) {
            hex.append(Character.forDigit(octet >> 4 & 15, 16)).append(Character.forDigit(octet & 15, 16));
        }
        return hex.toString();
    }
}
