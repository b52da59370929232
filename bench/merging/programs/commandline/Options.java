import java.util.ArrayList;
import java.util.List;

/** The options that there are. */
class Options {
    private final List<Option> options = new ArrayList<>();

    void add(Option option) {
        options.add(option);
    }

    List<Option> all() {
        return options;
    }

    /** Null if there is none. */
    Option ofLetter(char letter) {
        for (Option option : options) {
            if (option.letter() == letter) {
                return option;
            }
        }
        return null;
    }

    /** The option whose name begins so; null if there is none or more than one. */
    Option ofPrefix(String prefix) {
        Option found = null;
        for (Option option : options) {
            if (option.name().startsWith(prefix)) {
                if (found != null) {
                    return null;
                }
                found = option;
            }
        }
        return found;
    }
}
