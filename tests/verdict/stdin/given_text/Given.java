import java.util.Scanner;

// Numbers from a text that is given: first how many.
public class Given {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int n = scanner.nextInt();
        int sum = 0;
        while (n-- > 0) {
            sum += scanner.nextInt();
        }
        assert sum == 42;
        assert !scanner.hasNext();
    }
}
