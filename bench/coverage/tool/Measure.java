import java.io.File;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs the tests of a suite with JaCoCo's probes in the program's classes and prints what JaCoCo says that they cover.
 *
 * <p>Arguments: the program's classes (a jar or a directory), a directory for their instrumented copies, which must come
 * first on the class path, the directory with the compiled tests, and a file for the answer: a line for each class with
 * its name, the branches covered and there, the lines covered and there; then one with the tests found and passed.
 */
public class Measure {
    public static void main(String[] args) throws Exception {
        File program = new File(args[0]);
        Path copies = Path.of(args[1]);
        Path tests = Path.of(args[2]);
        LoggerRuntime runtime = new LoggerRuntime();
        instrument(program, copies, new Instrumenter(runtime));
        RuntimeData data = new RuntimeData();
        runtime.startup(data);
        try (Stream<Path> files = Files.walk(tests)) {
            for (Path file : files.filter(f -> f.toString().endsWith("Test.class")).sorted().collect(Collectors.toList())) {
                String name = tests.relativize(file).toString().replace(".class", "").replace(File.separatorChar, '.');
                SummaryGeneratingListener one = new SummaryGeneratingListener();
                LauncherFactory.create().execute(
                        LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(name)).build(), one);
                found += one.getSummary().getTestsFoundCount();
                passed += one.getSummary().getTestsSucceededCount();
                one.getSummary().getFailures().forEach(f -> System.err.println(f.getTestIdentifier() + ": " + f.getException()));
            }
        }
        ExecutionDataStore executed = new ExecutionDataStore();
        data.collect(executed, new SessionInfoStore(), false);
        runtime.shutdown();
        CoverageBuilder builder = new CoverageBuilder();
        new Analyzer(executed, builder).analyzeAll(program);
        try (PrintWriter out = new PrintWriter(args[3], "UTF-8")) {
            for (IClassCoverage c : builder.getClasses()) {
                out.println("class " + c.getName()
                        + " " + c.getBranchCounter().getCoveredCount() + " " + c.getBranchCounter().getTotalCount()
                        + " " + c.getLineCounter().getCoveredCount() + " " + c.getLineCounter().getTotalCount());
            }
            out.println("tests " + found + " " + passed);
        }
        System.exit(0);
    }

    private static long found;
    private static long passed;

    private static void instrument(File program, Path copies, Instrumenter instrumenter) throws Exception {
        if (program.isDirectory()) {
            Path root = program.toPath();
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(f -> f.toString().endsWith(".class")).collect(Collectors.toList())) {
                    write(copies.resolve(root.relativize(file).toString()), instrumenter.instrument(Files.readAllBytes(file), file.toString()));
                }
            }
            return;
        }
        try (JarFile jar = new JarFile(program)) {
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
                JarEntry entry = all.nextElement();
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        write(copies.resolve(entry.getName()), instrumenter.instrument(in, entry.getName()));
                    }
                }
            }
        }
    }

    private static void write(Path file, byte[] bytes) throws Exception {
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }
}
