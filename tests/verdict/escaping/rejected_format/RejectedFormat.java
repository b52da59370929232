// A format is refused that the argument makes wrong; one that the program writes down is the program's fault.
public class RejectedFormat {
    public static String label(char flag, String name, int count) {
        if (flag != '#' && flag != '+') {
            return name;
        }
        return String.format("%s: %" + flag + "d", name, count & 7);
    }
}
