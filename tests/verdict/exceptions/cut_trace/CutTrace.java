import java.util.ArrayList;
import java.util.List;

// An exception that takes the class which throws it out of its own stack trace.
public class CutTrace {
    static class Refused extends RuntimeException {
        @Override
        public synchronized Throwable fillInStackTrace() {
            super.fillInStackTrace();
            List<StackTraceElement> kept = new ArrayList<>();
            for (StackTraceElement frame : getStackTrace()) {
                if (!frame.getClassName().equals(Guard.class.getName())) {
                    kept.add(frame);
                }
            }
            setStackTrace(kept.toArray(new StackTraceElement[0]));
            return this;
        }
    }

    static class Guard {
        static void that(boolean condition) {
            if (!condition) {
                throw new Refused();
            }
        }
    }

    public static int root(int square) {
        Guard.that(square != 5 || -square == -5);
        return square;
    }
}
