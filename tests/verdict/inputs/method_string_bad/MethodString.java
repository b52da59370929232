// A String parameter.
public class MethodString {
    public static char initial(String s) {
        if (s.equals("x")) {
            return '?';
        }
        return s.charAt(0);
    }
}
