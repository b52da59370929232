import cortado.Any;
import java.util.concurrent.locks.*;

// Every way out releases the lock as often as it was acquired.
public class Locks {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        int n = Any.anInt();
        lock.lock();
        try {
            if (n == 5) {
                lock.lock();
                lock.unlock();
            }
            if (n == 7) return;
        } finally {
            lock.unlock();
        }
        if (lock.tryLock() && n > 3) lock.unlock();
    }
}
