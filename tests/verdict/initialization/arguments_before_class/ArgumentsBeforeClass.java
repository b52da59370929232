// `new C(args)` initialises C before the arguments are evaluated; a static call after them.
public class ArgumentsBeforeClass {
    static String log = "";

    static int argument() {
        log += "a";
        return 1;
    }

    static class C {
        static {
            log += "C";
        }

        C(int i) {}

        static void call(int i) {}
    }

    public static void main(String[] args) {
        new C(argument());
        assert log.equals("Ca");
    }
}
