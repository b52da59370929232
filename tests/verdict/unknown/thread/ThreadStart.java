// A second thread is not explored.
public class ThreadStart {
    static int shared = 0;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> shared++);
        t.start();
        t.join();
        assert shared == 1;
    }
}
