import cortado.Any;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the words of a list and notes where each begins. Zero separates words, minus one ends the text. There is room
 * for half as many words as elements, rounded down: with an odd number of elements that is one too few.
 */
public class Main {
    private static final int SEPARATOR = 0;
    private static final int END = -1;

    private final int[] starts;
    private int words;

    private Main(int elements) {
        starts = new int[elements / 2];
        for (int j = 0; j < starts.length; j++) {
            starts[j] = -1;
        }
    }

    private void count(List<Integer> list) {
        int wordCount = 0;
        int i = 0;
        boolean inWord = false;
        boolean done = false;
        while (i < list.size() && !done) {
            int element = list.get(i);
            if (element == END) {
                done = true;
            } else {
                if (list.get(i) == SEPARATOR) {
                    inWord = false;
                } else if (!inWord) {
                    starts[wordCount] = i;
                    ++wordCount;
                    inWord = true;
                }
            }
            ++i;
        }
        words = wordCount;
    }

    public static void main(String[] args) {
        int elements = Integer.parseInt(args[0]);
        List<Integer> list = new ArrayList<>(elements);
        for (int i = 0; i < elements; i++) {
            list.add(Any.anInt());
        }
        Main main = new Main(elements);
        main.count(list);
        assert main.words <= elements / 2;
    }
}
