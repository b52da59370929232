// A clock may be set back between two readings.
public class Timer {
    private final long started = System.currentTimeMillis();
    private long laps;

    long elapsed() {
        long now = System.currentTimeMillis();
        laps++;
        return Math.max(0, now - started);
    }

    public static void main(String[] args) {
        Timer timer = new Timer();
        long elapsed = timer.elapsed();
        assert elapsed >= 0;
        long before = System.nanoTime();
        long after = System.nanoTime();
        assert after >= before || before - after != 0;
        assert timer.laps == 1;
    }
}
