import java.io.BufferedReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Paths;

/** For each line `CLASS a b c` of a file, prints what run returns, and what f throws and where. */
public class Oracle {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false);
        try (BufferedReader lines = Files.newBufferedReader(Paths.get(args[0]))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                Object[] inputs = new Object[3];
                for (int i = 0; i < 3; i++) {
                    inputs[i] = Integer.parseInt(words[i + 1]);
                }
                Class<?> program = Class.forName(words[0]);
                out.println(method(program, "run").invoke(null, inputs) + thrown(program, inputs));
            }
        }
        out.flush();
    }

    private static String thrown(Class<?> program, Object[] inputs) throws Exception {
        try {
            method(program, "f").invoke(null, inputs);
            return "";
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            StackTraceElement top = thrown.getStackTrace()[0];
            return " " + thrown.getClass().getName() + " at " + top.getClassName() + "." + top.getMethodName() + ":"
                    + top.getLineNumber();
        }
    }

    private static Method method(Class<?> program, String name) throws Exception {
        Method method = program.getDeclaredMethod(name, int.class, int.class, int.class);
        method.setAccessible(true);
        return method;
    }
}
