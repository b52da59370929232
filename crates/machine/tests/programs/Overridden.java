/** An exception that says something else than it was given. */
public class Overridden {
    static class Loud extends RuntimeException {
        Loud(String message) {
            super(message);
        }

        @Override
        public String getMessage() {
            return super.getMessage().toUpperCase();
        }
    }

    public static void main(String[] args) {
        System.out.println(new Loud("quiet"));
        throw new Loud("escapes");
    }
}
