import cortado.Any;

// The longest common prefix is a prefix of both and cannot be made longer.
public class CommonPrefix {
    static String commonPrefix(String a, String b) {
        int i = 0;
        while (i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
            i++;
        }
        return a.substring(0, i);
    }

    public static void main(String[] args) {
        String a = Any.aString(4);
        String b = Any.aString(4);
        String prefix = commonPrefix(a, b);
        assert a.startsWith(prefix) && b.startsWith(prefix);
        int n = prefix.length();
        assert n == a.length() || n == b.length() || a.charAt(n) < b.charAt(n);
    }
}
