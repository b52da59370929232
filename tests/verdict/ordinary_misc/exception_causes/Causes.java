import cortado.Any;

// Exceptions wrapped in others, and finally blocks that always run.
public class Causes {
    static class AppException extends Exception {
        AppException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static int cleanups;

    static int parse(String[] words, int at) throws AppException {
        try {
            return Integer.parseInt(words[at]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new AppException("bad input", e);
        } finally {
            cleanups++;
        }
    }

    public static void main(String[] args) {
        String[] words = {"12", "x", null};
        int at = Any.anInt(0, 4);
        try {
            int number = parse(words, at);
            assert number == 12 && at == 0;
        } catch (AppException e) {
            assert e.getMessage().equals("bad input");
            Throwable cause = e.getCause();
            assert cause instanceof NumberFormatException == at < 3;
            assert cause instanceof IndexOutOfBoundsException == at >= 3;
            assert cause.getCause() == null;
            assert at != 2 || !cause.getMessage().contains("x");
        }
        assert cleanups == 1;
    }
}
