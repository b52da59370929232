import cortado.Any;
import java.util.concurrent.locks.*;

// What is not held cannot be released.
public class Unlocks {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        boolean held = Any.aBoolean();
        if (held) lock.lock();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            held = false;
        }
    }
}
