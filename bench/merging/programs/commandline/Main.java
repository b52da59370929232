import cortado.Any;

/** Parses a command line. The first two characters of each word, but for the last word, may be anything. */
public class Main {
    private static final char[] LAST = {'o', 'n', 'v'};

    private int left;

    private Main(int inputs) {
        left = inputs;
    }

    private char next(char otherwise) {
        if (left == 0) {
            return otherwise;
        }
        left--;
        char c = Any.aChar();
        Any.assume(c >= ' ' && c <= '~');
        return c;
    }

    private void run() {
        Options options = new Options();
        options.add(new Option('v', "verbose", false));
        options.add(new Option('o', "out", true));
        options.add(new Option('n', "number", true));
        int count = (left + 1) / 2;
        String[] words = new String[count + 1];
        for (int i = 0; i < count; i++) {
            words[i] = new String(new char[] {next('-'), next('v'), LAST[i % LAST.length]});
        }
        words[count] = "file";
        CommandLine line;
        try {
            line = new Parser(options).parse(words);
        } catch (Parser.UsageException e) {
            assert e.word() >= 0 && e.word() < words.length;
            return;
        }
        int values = 0;
        for (Option option : options.all()) {
            if (line.has(option) && option.hasValue()) {
                values++;
                assert line.value(option) != null;
            }
        }
        assert line.rest() + values <= words.length;
    }

    public static void main(String[] args) {
        new Main(Integer.parseInt(args[0])).run();
    }
}
