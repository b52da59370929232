import java.util.Random;

// A seeded Random is specified to the bit.
public class SeededRandom {
    public static void main(String[] args) {
        Random r = new Random(42);
        int first = r.nextInt();
        assert first == -1170105034;
        assert new Random(42).nextLong() >> 32 == first;
        assert r.nextInt(10) < 10;
    }
}
