import cortado.Any;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// The end of the program is an event too, also by an exception that is expected.
public class LockAtTheEnd {
    static void guarded(Lock lock, int n) {
        lock.lock();
        if (n > 100) {
            throw new IllegalStateException();
        }
        lock.unlock();
    }

    public static void main(String[] args) {
        Lock lock = new ReentrantLock();
        try {
            guarded(lock, Any.anInt());
        } catch (IllegalStateException e) {
            lock.tryLock();
        }
    }
}
