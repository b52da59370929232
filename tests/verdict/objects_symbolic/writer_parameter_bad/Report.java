import java.io.PrintWriter;

/** A writer that somebody passes is a real one, over a text. */
public class Report {
    public static void write(PrintWriter out, int n) {
        out.print(n > 0 ? "more" : "less");
        assert out.checkError();
    }
}
