import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

// Named groups, flags, back references, replacements.
public class RegexGroups {
    public static void main(String[] args) {
        Matcher mail = Pattern.compile("(?<user>[\\w.]+)@(?<host>[\\w.]+)").matcher("mail bob.x@ex.org now");
        assert mail.find() && mail.group("user").equals("bob.x") && mail.group(2).equals("ex.org");
        assert mail.start() == 5 && !mail.find();
        assert Pattern.compile("^h.*o$", Pattern.CASE_INSENSITIVE).matcher("Hel\nlO").matches();
        List<String> doubled = Pattern.compile("(\\w)\\1").matcher("balloon").results()
                .map(MatchResult::group).collect(Collectors.toList());
        assert doubled.equals(List.of("ll", "oo"));
        assert Pattern.compile("\\b\\w").matcher("the quick fox")
                .replaceAll(m -> m.group().toUpperCase()).equals("The Quick Fox");
        assert "a, b;c".split("[,;]\\s*").length == 3;
    }
}
