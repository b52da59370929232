import java.util.Scanner;

// Numbers from a text that is given.
public class Given {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in).useDelimiter(",");
        int sum = 0;
        int count = 0;
        while (scanner.hasNextInt()) {
            sum += scanner.nextInt();
            count++;
        }
        assert sum == 43;
        assert count == 3 && !scanner.hasNext();
    }
}
