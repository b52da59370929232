// The library compares references here, and two arguments may be the same string.
import java.util.concurrent.atomic.AtomicReference;

public class Exchange {
    static void exchange(String a, String b) {
        AtomicReference<String> value = new AtomicReference<>(a);
        assert !value.compareAndSet(b, "");
    }
}
