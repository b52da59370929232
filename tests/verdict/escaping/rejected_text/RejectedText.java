// Text that is no number is an argument that the library refuses.
public class RejectedText {
    public static int port(String text) {
        return Integer.parseInt(text);
    }
}
