/** An option: {@code -o VALUE} or {@code --out VALUE}. */
class Option {
    private final char letter;
    private final String name;
    private final boolean hasValue;

    Option(char letter, String name, boolean hasValue) {
        this.letter = letter;
        this.name = name;
        this.hasValue = hasValue;
    }

    char letter() {
        return letter;
    }

    String name() {
        return name;
    }

    boolean hasValue() {
        return hasValue;
    }
}
