// A range that begins at an argument is refused; one whose end the method computes may be the method's fault.
public class RejectedRange {
    public static String tail(String text, int from) {
        return text.substring(from, text.length());
    }
}
