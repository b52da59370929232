import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/** Parses two arguments of which some characters may be anything. */
public final class CommonsCli {
    /** What the branches are found with at which events are put in; a space between the arguments. */
    static final String[] SAMPLES = {"-a -b", "-bx y", "--all --by=2", "-ab z", "--by 3", "-D a=b", "x --"};

    public static void main(String[] arguments) {
        Input first = new Input("-");
        first.any(3);
        Input second = new Input("");
        second.any(3);
        parse(new String[] {text(first), text(second)});
    }

    private static String text(Input input) {
        return new String(input.bytes(), StandardCharsets.ISO_8859_1);
    }

    static void run(byte[] bytes) {
        parse(new String(bytes, StandardCharsets.ISO_8859_1).split(" "));
    }

    private static void parse(String[] arguments) {
        Options options = new Options();
        options.addOption("a", "all", false, "everything");
        options.addOption("b", "by", true, "how many");
        options.addOption(Option.builder("D").hasArgs().valueSeparator('=').build());
        try {
            CommandLine line = new DefaultParser().parse(options, arguments);
            line.getOptionProperties("D");
            for (Iterator<Option> each = line.iterator(); each.hasNext(); ) {
                line.getOptionValues(each.next());
            }
        } catch (ParseException malformed) {
            // Most inputs are.
        }
    }
}
