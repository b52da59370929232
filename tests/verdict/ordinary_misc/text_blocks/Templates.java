import cortado.Any;

// A letter from a text block.
public class Templates {
    static final String LETTER = """
        Dear %s,
          you owe \
        %d coins.
        """;

    public static void main(String[] args) {
        String[] names = {"Ada", "Bob"};
        int who = Any.anInt(0, 1);
        String text = String.format(LETTER, names[who], 10 * (who + 1));
        String[] lines = text.split("\n");
        assert lines.length == 2;
        assert lines[0].equals("Dear " + names[who] + ",");
        assert lines[1].equals("  you owe " + (who == 0 ? "10" : "20") + " coins.");
        assert text.endsWith(".\n");
        assert LETTER.lines().count() == 2;
    }
}
