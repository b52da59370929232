import java.util.Scanner;

// A number from standard input, read with a Scanner.
public class Sum {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNextInt()) {
            int n = scanner.nextInt();
            assert n >= -8 && n <= 99;
        }
        scanner.close();
    }
}
