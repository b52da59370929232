import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

// Numbers that nobody chose are in range, and nothing else is known of them.
public class Guess {
    public static void main(String[] args) {
        double d = Math.random();
        assert d >= 0 && d < 1;
        int scaled = (int) (d * 10);
        assert scaled >= 0 && scaled <= 9;
        int bits = new Random().nextInt(1 << 30);
        assert bits >= 0 && bits < 1 << 30;
        assert bits != 12345;
        int local = ThreadLocalRandom.current().nextInt(1, 5);
        assert local >= 1 && local < 5;
    }
}
