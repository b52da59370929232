import java.util.Scanner;
import java.util.StringTokenizer;

// Scanners over strings, and tokens.
public class ScannerText {
    public static void main(String[] args) {
        Scanner scanner = new Scanner("12 abc 3.5 true\nnext line\n7,8,9");
        assert scanner.nextInt() == 12 && scanner.next().equals("abc");
        assert scanner.nextDouble() == 3.5 && scanner.nextBoolean();
        scanner.nextLine();
        assert scanner.nextLine().equals("next line");
        scanner.useDelimiter(";");
        int sum = scanner.nextInt();
        while (scanner.hasNextInt()) {
            sum += scanner.nextInt();
        }
        assert sum == 24;
        StringTokenizer tokens = new StringTokenizer("a b,c", " ,");
        assert tokens.countTokens() == 3;
    }
}
