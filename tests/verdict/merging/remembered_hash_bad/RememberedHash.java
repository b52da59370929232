import cortado.Any;
import java.util.HashMap;

// A string that remembers its hash code on one way only has it on the other as well.
public class RememberedHash {
    private static final String[] NAMES = {"verbose", "out", "number"};

    private static String of(char c) {
        return c == 'v' ? NAMES[0] : c == 'o' ? NAMES[1] : NAMES[2];
    }

    public static void main(String[] args) {
        char c = Any.aChar();
        HashMap<String, String> options = new HashMap<>();
        options.put(of(c), "1");
        options.put("number", "2");
        Any.assume(c == 'o');
        assert options.containsKey("verbose");
    }
}
