// A String parameter.
public class MethodString {
    public static char initial(String s) {
        if (s.isEmpty()) {
            return '?';
        }
        return s.charAt(0);
    }
}
