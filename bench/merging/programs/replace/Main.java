import cortado.Any;

/** Replaces what matches a pattern in a line. A third of the inputs are characters of the pattern, the rest the line. */
public class Main {
    public static void main(String[] args) {
        int inputs = Integer.parseInt(args[0]);
        int length = Math.max(1, inputs / 3);
        char[] pattern = characters(length);
        char[] line = characters(inputs - length);
        Pattern compiled;
        try {
            compiled = Pattern.compile(pattern);
        } catch (Pattern.Malformed e) {
            assert length > 0;
            return;
        }
        Replacer replacer = new Replacer(compiled, new char[] {'<', Replacer.MATCHED, '>'});
        char[] result = replacer.replace(line);
        assert result.length == line.length + 2 * replacer.replaced();
    }

    private static char[] characters(int count) {
        char[] characters = new char[count];
        for (int i = 0; i < count; i++) {
            characters[i] = Any.aChar();
            Any.assume(characters[i] >= ' ' && characters[i] <= '~');
        }
        return characters;
    }
}
