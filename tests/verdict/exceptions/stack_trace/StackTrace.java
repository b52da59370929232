// The stack trace names the methods from the innermost outwards.
public class StackTrace {
    static void inner() {
        throw new IllegalStateException();
    }

    static void outer() {
        inner();
    }

    public static void main(String[] args) {
        try {
            outer();
        } catch (IllegalStateException e) {
            StackTraceElement[] trace = e.getStackTrace();
            assert trace[0].getMethodName().equals("inner");
            assert trace[1].getMethodName().equals("outer");
            assert trace[0].getLineNumber() == 4;
        }
    }
}
