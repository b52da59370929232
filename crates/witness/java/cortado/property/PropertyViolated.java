package cortado.property;

/** A property is violated. The stack trace begins at the call that did it; at the end of the program there is none. */
public class PropertyViolated extends AssertionError {
    private static final long serialVersionUID = 1;

    PropertyViolated(String message) {
        super(message);
        StackTraceElement[] frames = getStackTrace();
        int own = 0;
        while (own < frames.length && isOurs(frames[own])) {
            own++;
        }
        setStackTrace(java.util.Arrays.copyOfRange(frames, own, frames.length));
    }

    private static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().startsWith("cortado.property.");
    }

    /** The property is violated, but not where it was expected to be. */
    static final class Elsewhere extends PropertyViolated {
        private static final long serialVersionUID = 1;

        Elsewhere(String message) {
            super(message);
        }
    }
}
