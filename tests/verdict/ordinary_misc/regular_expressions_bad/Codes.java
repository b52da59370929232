import cortado.Any;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// Product codes: two letters, digits, an optional suffix.
public class Codes {
    private static final Pattern CODE = Pattern.compile("([A-Z]{2})(\\d+)(?:-([a-z]))?");

    static int number(String code) {
        Matcher m = CODE.matcher(code);
        if (!m.matches()) {
            return -1;
        }
        return Integer.parseInt(m.group(2));
    }

    public static void main(String[] args) {
        String[] codes = {"AB12", "XY7-b", "ab12", "AB", "QQ999-"};
        int i = Any.anInt(0, 4);
        int n = number(codes[i]);
        assert n == -1 == i > 1;
        assert n < 12;
        Matcher m = CODE.matcher("see AB12 and CD34-x");
        int found = 0;
        while (m.find()) {
            found += Integer.parseInt(m.group(2));
        }
        assert found == 46;
        assert "a1b22c".replaceAll("\\d+", "#").equals("a#b#c");
        assert "k=v;l=w".split("[=;]").length == 4;
        assert "x".matches("[^a-w]") && !"".matches(".");
    }
}
