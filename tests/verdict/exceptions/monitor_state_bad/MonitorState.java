import cortado.Any;

// notify() needs the monitor; a monitor is given back when an exception leaves the block.
public class MonitorState {
    public static void main(String[] args) {
        Object lock = new Object();
        int d = Any.anInt();
        try {
            synchronized (lock) {
                synchronized (lock) {
                    d = 10 / d;
                }
                lock.notifyAll();
            }
        } catch (ArithmeticException e) {
            assert d == 0;
        }
        assert !Thread.holdsLock(lock);
        synchronized (args) {
            lock.notify();
        }
    }
}
