import java.util.concurrent.TimeUnit;

/** Tries again, a little later each time. */
public class Retry {
    static int attempts(int failures) throws InterruptedException {
        int attempt = 1;
        long pause = 10;
        while (failures-- > 0 && attempt < 4) {
            Thread.sleep(pause);
            TimeUnit.MILLISECONDS.sleep(1);
            pause *= 2;
            attempt++;
        }
        assert pause == 10L << (attempt - 1);
        return attempt;
    }

    public static void main(String[] args) {
        try {
            assert attempts(cortado.Any.anInt()) <= 3;
        } catch (InterruptedException e) {
            assert false;
        }
    }
}
