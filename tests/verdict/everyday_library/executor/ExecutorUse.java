import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Other threads are not modelled, and the reason says so.
public class ExecutorUse {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int answer = pool.submit(() -> 42).get();
        pool.shutdown();
        assert answer == 42;
    }
}
