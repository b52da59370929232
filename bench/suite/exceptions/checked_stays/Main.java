import org.sosy_lab.sv_benchmarks.Verifier;

/** A checked exception may leave main; it is neither a failed assertion nor a runtime exception. */
public class Main {
    static final class OutOfPaper extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private int paper = 2;

    void print() throws OutOfPaper {
        if (paper == 0) {
            throw new OutOfPaper();
        }
        paper--;
    }

    public static void main(String[] args) throws OutOfPaper {
        Main printer = new Main();
        int pages = Verifier.nondetInt();
        Verifier.assume(pages >= 0 && pages <= 4);
        for (int i = 0; i < pages; i++) {
            printer.print();
        }
        assert pages <= 2;
    }
}
