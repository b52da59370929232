/** Reads letters in groups ({@code -vo VALUE}, {@code -oVALUE}), long names or what they begin with, and {@code --}. */
class Parser {
    static class UsageException extends Exception {
        private final int word;

        UsageException(String message, int word) {
            super(message);
            this.word = word;
        }

        int word() {
            return word;
        }
    }

    private final Options options;
    private String[] words;
    private int at;

    Parser(Options options) {
        this.options = options;
    }

    CommandLine parse(String[] words) throws UsageException {
        this.words = words;
        at = 0;
        CommandLine line = new CommandLine();
        boolean plain = false;
        while (at < words.length) {
            String word = words[at];
            if (plain || word.length() < 2 || word.charAt(0) != '-') {
                line.addRest();
            } else if (word.charAt(1) == '-') {
                if (word.length() == 2) {
                    plain = true;
                } else {
                    longOption(line, word.substring(2));
                }
            } else {
                letters(line, word);
            }
            at++;
        }
        return line;
    }

    private void longOption(CommandLine line, String text) throws UsageException {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        Option option = options.ofPrefix(name);
        if (option == null) {
            throw new UsageException("no such option", at);
        }
        if (equals >= 0) {
            if (!option.hasValue()) {
                throw new UsageException("the option has no value", at);
            }
            line.set(option, text.substring(equals + 1));
        } else {
            line.set(option, option.hasValue() ? following() : "");
        }
    }

    private void letters(CommandLine line, String word) throws UsageException {
        for (int i = 1; i < word.length(); i++) {
            Option option = options.ofLetter(word.charAt(i));
            if (option == null) {
                throw new UsageException("no such option", at);
            }
            if (!option.hasValue()) {
                line.set(option, "");
            } else if (i + 1 < word.length()) {
                line.set(option, word.substring(i + 1));
                return;
            } else {
                line.set(option, following());
            }
        }
    }

    private String following() throws UsageException {
        if (at + 1 == words.length) {
            throw new UsageException("the option needs a value", at);
        }
        at++;
        return words[at];
    }
}
