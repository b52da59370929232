import cortado.Any;
import java.util.Scanner;

// Closed by whoever opened it, and only then.
public class ScannerOfAHelper {
    static void maybeClose(Scanner scanner, int n) {
        if (n == 5) {
            scanner.close();
        }
    }

    public static void main(String[] args) {
        Scanner scanner = new Scanner("1 2");
        int n = Any.anInt();
        maybeClose(scanner, n);
        boolean more = n >= 5 && scanner.hasNext();
    }
}
