// An argument fits two constructors, so that a test has to say which one it means.
public class Printers {
    interface Text {}

    interface Amount {}

    static final class Both implements Text, Amount {}

    static final class Printer {
        final int width;

        Printer(Text text) {
            width = 1;
        }

        Printer(Amount amount) {
            width = 2;
        }
    }

    static int print(Printer printer) {
        assert printer.width != 2;
        return printer.width;
    }
}
