import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Compiles generated test classes and runs all their tests on the JUnit platform, one class after the other. What becomes
 * of each test is written down at once, so that the answer is of use even if a test never ends.
 *
 * <p>Arguments: the file for the answer, the directory for classes, and for each test class its source and its name.
 * With {@code class#method} instead of a class's name only that test is run.
 */
public class CortadoSuite {
    private static Path answer;

    public static void main(String[] args) throws Exception {
        answer = Path.of(args[0]);
        List<String> sources = new ArrayList<>();
        List<String> classes = new ArrayList<>();
        for (int i = 2; i < args.length; i += 2) {
            sources.add(args[i]);
            classes.add(args[i + 1]);
        }
        if (compile(args[1], sources)) {
            for (String name : classes) {
                run(name);
            }
        }
        write("end");
        // Threads and hooks of the program have no say in the answer.
        Runtime.getRuntime().halt(0);
    }

    private static boolean compile(String classes, List<String> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        boolean done;
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ENGLISH, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-d", classes, "-proc:none", "-nowarn", "-implicit:none", "-Xmaxerrs", "10000");
            done = compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromStrings(sources)).call();
        }
        for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
            if (one.getKind() == Diagnostic.Kind.ERROR) {
                String source = one.getSource() == null ? "" : Path.of(one.getSource().toUri()).toString();
                write("error", source, Long.toString(one.getLineNumber()), one.getMessage(Locale.ENGLISH));
            }
        }
        return done;
    }

    private static void run(String name) {
        int at = name.indexOf('#');
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(
                                at < 0
                                        ? DiscoverySelectors.selectClass(name)
                                        : DiscoverySelectors.selectMethod(name.substring(0, at), name.substring(at + 1)))
                        .build();
        LauncherFactory.create()
                .execute(
                        request,
                        new TestExecutionListener() {
                            @Override
                            public void executionStarted(TestIdentifier test) {
                                tell("start", test, "");
                            }

                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
                                tell(passed ? "passed" : "failed", test, result.getThrowable().map(String::valueOf).orElse(""));
                            }
                        });
    }

    private static void tell(String what, TestIdentifier test, String more) {
        if (test.isTest() && test.getSource().orElse(null) instanceof MethodSource) {
            MethodSource source = (MethodSource) test.getSource().get();
            write(what, source.getClassName(), source.getMethodName(), more);
        }
    }

    private static void write(String... parts) {
        StringBuilder line = new StringBuilder();
        for (String part : parts) {
            line.append(line.length() == 0 ? "" : "\t").append(part.replaceAll("[\\x00-\\x1f\\x7f]+", " ").trim());
        }
        line.append('\n');
        try {
            byte[] bytes = line.toString().getBytes(StandardCharsets.UTF_8);
            Files.write(answer, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }
}
