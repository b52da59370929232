import java.util.List;
import java.util.stream.Collectors;

// Who calls whom, by walking the stack and by stack traces.
public class StackWalkers {
    static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    static class Logger {
        static String caller() {
            return StackWalker.getInstance().walk(frames ->
                    frames.skip(1).findFirst().map(StackWalker.StackFrame::getMethodName).orElse("?"));
        }

        static Class<?> callerClass() {
            return WALKER.getCallerClass();
        }
    }

    static String named() {
        return Logger.caller();
    }

    static long depth(int n) {
        return n == 0 ? WALKER.walk(frames -> frames.count()) : depth(n - 1);
    }

    public static void main(String[] args) {
        assert named().equals("named");
        assert Logger.callerClass() == StackWalkers.class;
        assert depth(3) == depth(0) + 4;
        List<String> classes = WALKER.walk(frames ->
                frames.map(frame -> frame.getDeclaringClass().getName()).collect(Collectors.toList()));
        assert classes.get(0).equals("StackWalkers");
        StackTraceElement here = Thread.currentThread().getStackTrace()[1];
        assert here.getMethodName().equals("main") && here.getLineNumber() == 34;
    }
}
