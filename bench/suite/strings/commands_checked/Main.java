import org.sosy_lab.sv_benchmarks.Verifier;

/** A little command interpreter; a missing argument counts as empty. */
public class Main {
    static int value;

    static void execute(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "set":
                value = words.length > 1 ? words[1].length() : 0;
                break;
            case "clear":
                value = 0;
                break;
            default:
                value = -1;
        }
    }

    public static void main(String[] args) {
        String line;
        if (Verifier.nondetBoolean()) {
            line = Verifier.nondetBoolean() ? "set one" : "set";
        } else {
            line = Verifier.nondetBoolean() ? "clear" : "help me";
        }
        execute(line);
        assert value >= -1 && value <= 3;
    }
}
