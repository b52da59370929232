import cortado.Any;
import java.util.concurrent.CompletableFuture;

// Futures that are complete need no other thread.
public class FuturesWithoutThreads {
    public static void main(String[] args) {
        int x = Any.anInt(1, 10);
        CompletableFuture<Integer> quotient = CompletableFuture.completedFuture(x)
                .thenApply(n -> 100 / (n - 1))
                .exceptionally(e -> 1000);
        assert quotient.join() <= 100; // here
    }
}
