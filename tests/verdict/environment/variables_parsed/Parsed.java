// A number in a variable that may be missing or malformed: both are caught.
public class Parsed {
    static int port() {
        String text = System.getenv("PORT");
        if (text == null || text.isEmpty()) {
            return 8080;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 8080;
        }
    }

    public static void main(String[] args) {
        System.out.println(port());
    }
}
