// Time measured by nanoTime never runs backwards.
public class Elapsed {
    public static void main(String[] args) {
        long before = System.nanoTime();
        long after = System.nanoTime();
        long again = System.nanoTime();
        assert after >= before;
        assert after - before >= 0;
        assert again - before >= after - before;
    }
}
