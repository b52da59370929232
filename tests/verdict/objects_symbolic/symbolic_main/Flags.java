// Any arguments of main, though it is the JVM that calls it.
public class Flags {
    public static void main(String[] args) {
        boolean quiet = false;
        for (String arg : args) {
            quiet |= arg.equals("-q");
        }
        if (quiet) {
            assert args.length > 0;
        }
    }
}
