import cortado.Any;

// charAt checks its index.
public class CharAt {
    public static void main(String[] args) {
        String s = "cortado";
        int i = Any.anInt();
        if (i >= 0 && i <= s.length()) {
            char c = s.charAt(i);
            assert 'a' <= c && c <= 't';
        }
    }
}
