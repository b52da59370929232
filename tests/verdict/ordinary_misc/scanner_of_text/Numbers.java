import cortado.Any;
import java.util.Scanner;

// Reads numbers and words from a text.
public class Numbers {
    static int sum(String text) {
        int sum = 0;
        try (Scanner scanner = new Scanner(text)) {
            while (scanner.hasNext()) {
                if (scanner.hasNextInt()) {
                    sum += scanner.nextInt();
                } else {
                    sum -= scanner.next().length();
                }
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        String[] texts = {"", "1 2 3", "4 five", "6\n7"};
        int which = Any.anInt(0, 3);
        int sum = sum(texts[which]);
        assert sum >= 0;
        assert sum == new int[] {0, 6, 0, 13}[which];
        Scanner lines = new Scanner("a b\nc d\n");
        assert lines.nextLine().equals("a b");
        assert lines.next().equals("c");
        assert lines.hasNextLine();
    }
}
