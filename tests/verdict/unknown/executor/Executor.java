import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A thread started by the library is a thread, too.
public class Executor {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        int result = pool.submit(() -> 42).get();
        pool.shutdown();
        assert result == 42;
    }
}
