import java.io.*;

/** A stack trace as text, with the cause. */
public class Traces {
    static class ServiceException extends Exception {
        ServiceException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static int share(String text) throws ServiceException {
        try {
            return 100 / Integer.parseInt(text);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new ServiceException("bad: " + text, e);
        }
    }

    public static void main(String[] args) {
        try {
            int share = share(cortado.Any.aString(1));
            assert share >= 11 && share <= 100;
        } catch (ServiceException e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            assert text.toString().contains("Caused by: java.lang.");
            assert text.toString().contains("at Traces.share(Traces.java:");
        }
    }
}
