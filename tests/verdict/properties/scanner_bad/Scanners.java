import cortado.Any;
import java.util.*;

// A scanner is not used after it was closed.
public class Scanners {
    public static void main(String[] args) throws Exception {
        Scanner s = new Scanner("1 2");
        int n = Any.anInt(0, 2);
        try {
            if (n == 1) s.close();
            if (n != 0 && s.hasNext()) s.next();
        } catch (IllegalStateException e) {
            n = 0;
        }
        s.close();
    }
}
