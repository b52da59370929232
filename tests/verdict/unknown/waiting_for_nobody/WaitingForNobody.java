// Waiting for a notification that no other thread can give.
public class WaitingForNobody {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait();
        }
        assert lock != null;
    }
}
