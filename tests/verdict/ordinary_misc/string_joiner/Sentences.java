import cortado.Any;
import java.util.List;
import java.util.StringJoiner;

// Lists in words: "a, b and c".
public class Sentences {
    static String join(List<String> words) {
        StringJoiner joiner = new StringJoiner(", ", "<", ">");
        joiner.setEmptyValue("nothing");
        for (String word : words) {
            joiner.add(word);
        }
        return joiner.toString();
    }

    public static void main(String[] args) {
        int n = Any.anInt(0, 3);
        List<String> words = List.of("a", "b", "c").subList(0, n);
        String text = join(words);
        assert text.equals("nothing") == (n == 0);
        assert n == 0 || text.length() == 3 * n;
        assert text.startsWith("<") || n == 0;
        assert n != 2 || text.equals("<a, b>");
        assert String.join("-", words).length() == Math.max(0, 2 * n - 1);
    }
}
