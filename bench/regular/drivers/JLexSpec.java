import java.io.IOException;

/** Makes a scanner from a specification of which some characters may be anything. */
public final class JLexSpec {
    /** What the branches are found with at which events are put in. */
    static final String[] SAMPLES = {
        "%%\n%char\n%%\na {}\n", "%%\nA=b\n%state S\n%%\n<S>{A} {}\n", "%%\n%{\nint x;\n%}\n%%\n[a-c]+ {}\n",
    };

    public static void main(String[] arguments) throws IOException {
        Input input = new Input("%%\n");
        // On a set of characters without an end, as in %%[, version 1.2.6 never comes to one.
        input.anyBut('[', 3);
        input.text("\n%state S\n%%\na {}\n");
        run(input.bytes());
    }

    static void run(byte[] bytes) throws IOException {
        InFile.contents = bytes;
        JLex.Main.main(new String[] {"spec"});
    }
}
