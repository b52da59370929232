import cortado.Any;
import java.io.*;

// A StringWriter does not mind being closed, a PrintWriter around it does.
public class Writers {
    public static void main(String[] args) throws Exception {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.println("x");
        boolean early = Any.aBoolean();
        if (early) out.close();
        if (!early) out.println("y");
        text.close();
        text.write("z");
        out.close();
    }
}
