import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What JDKs do differently inside, seen from outside: threads, atomics, stack traces, reflection, messages. */
public class Versions {
    enum Color { RED, GREEN, BLUE }

    interface Action {
        void run() throws Exception;
    }

    static final AtomicIntegerFieldUpdater<Versions> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(Versions.class, "count");

    volatile int count;
    int given;

    public Versions() {}

    public Versions(int given) {
        this.given = given;
    }

    static void show(Object o) {
        System.out.println(o);
    }

    static void attempt(Action action) {
        try {
            action.run();
        } catch (Throwable t) {
            show(t);
        }
    }

    static void fail(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("deep", new RuntimeException("cause"));
        }
        fail(depth - 1);
    }

    static int recurse(int n) {
        return recurse(n + 1) + 1;
    }

    public static void main(String[] args) throws Exception {
        threads();
        concurrency();
        reflection();
        traces();
        messages();
        properties();
        library();
    }

    static void threads() throws Exception {
        Thread main = Thread.currentThread();
        show(main.getName() + " " + main.getPriority() + " " + main.isDaemon() + " " + main.isAlive());
        show(main.getState() + " " + main.getThreadGroup().getName());
        main.interrupt();
        show(main.isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        main.interrupt();
        attempt(() -> Thread.sleep(10));
        show(main.isInterrupted());
        Thread.sleep(1);
        Thread.yield();
        Thread other = new Thread(() -> {}, "named");
        show(other.getName() + " " + other.isAlive() + " " + other.getState());
        show(new Thread(() -> {}).getName() + " " + new Thread(() -> {}).getName());
        ThreadLocal<List<String>> local = ThreadLocal.withInitial(ArrayList::new);
        local.get().add("kept");
        show(local.get());
        local.remove();
        show(local.get());
        Object lock = new Object();
        synchronized (lock) {
            show(Thread.holdsLock(lock));
            lock.notifyAll();
        }
        attempt(lock::notify);
    }

    static void concurrency() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        show(lock.isHeldByCurrentThread());
        lock.unlock();
        StampedLock stamped = new StampedLock();
        stamped.unlockWrite(stamped.writeLock());
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        show(semaphore.availablePermits());
        CountDownLatch latch = new CountDownLatch(1);
        latch.countDown();
        latch.await();
        Versions me = new Versions();
        show(COUNT.incrementAndGet(me) + " " + me.count);
        AtomicReferenceArray<String> array = new AtomicReferenceArray<>(2);
        show(array.compareAndSet(0, null, "set") + " " + array);
        LongAdder adder = new LongAdder();
        adder.add(4);
        show(adder);
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        show(queue.poll() + " " + queue);
        ConcurrentSkipListMap<String, Integer> sorted = new ConcurrentSkipListMap<>(Map.of("b", 1, "a", 2));
        show(sorted);
        LinkedBlockingQueue<Integer> blocking = new LinkedBlockingQueue<>();
        blocking.put(3);
        show(blocking.take());
        show(CompletableFuture.completedFuture(3).thenApply(n -> n + 1).get());
        attempt(() -> CompletableFuture.failedFuture(new IllegalStateException("failed")).join());
        FutureTask<Integer> task = new FutureTask<>(() -> 8);
        task.run();
        show(task.get());
    }

    @SuppressWarnings("removal")
    static void reflection() throws Exception {
        show(Versions.class.getConstructor(int.class).newInstance(4).given);
        show(Versions.class.getDeclaredConstructor().newInstance().given);
        show(Color.class.getSimpleName() + " " + Color.class.getModifiers() + " " + int.class.isPrimitive());
        show(int[].class.isArray() + " " + String[].class.getComponentType() + " " + Action.class.isInterface());
        show(new Object() {}.getClass().getName());
        PrivilegedExceptionAction<String> fine = () -> "done";
        show(AccessController.doPrivileged(fine));
        PrivilegedExceptionAction<String> checked = () -> {
            throw new Exception("checked");
        };
        try {
            AccessController.doPrivileged(checked);
        } catch (PrivilegedActionException e) {
            show(e.getException());
        }
        PrivilegedExceptionAction<String> unchecked = () -> {
            throw new IllegalStateException("unchecked");
        };
        attempt(() -> AccessController.doPrivileged(unchecked));
    }

    static void traces() {
        try {
            fail(2);
        } catch (IllegalStateException e) {
            for (StackTraceElement element : e.getStackTrace()) {
                show(element);
            }
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text));
            System.out.print(text);
        }
        try {
            recurse(0);
        } catch (StackOverflowError e) {
            show("overflow");
        }
    }

    static void messages() {
        for (String text : new String[] {"abc", "ab\u20ac"}) {
            for (int index : new int[] {5, -1}) {
                attempt(() -> text.charAt(index));
                attempt(() -> text.codePointAt(index));
                attempt(() -> text.substring(index));
                attempt(() -> new StringBuilder(text).charAt(index));
                attempt(() -> new StringBuilder(text).insert(index, "x"));
            }
        }
        Object[] objects = new String[1];
        attempt(() -> objects[0] = 1);
        attempt(() -> objects[1] = "x");
        attempt(() -> show((Integer) (Object) "text"));
        attempt(() -> show(new int[-1]));
        attempt(() -> ((Object) null).hashCode());
        attempt(() -> List.of(1).add(2));
        attempt(() -> new ArrayList<>(List.of(1)).get(5));
        attempt(() -> Integer.parseInt("x1"));
        attempt(() -> Math.addExact(Integer.MAX_VALUE, 1));
        attempt(() -> Color.valueOf("PINK"));
    }

    static void properties() {
        show(System.getProperty("java.specification.version") + " " + System.getProperty("java.class.version"));
        show(System.getProperty("line.separator").length() + " " + System.getProperty("missing", "default"));
        System.setProperty("mine", "set");
        show(System.getProperty("mine") + " " + Runtime.version().feature());
    }

    static void library() {
        TreeMap<Integer, List<String>> byLength =
                Stream.of("a", "bb", "cc", "ddd").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        show(byLength);
        show(new EnumMap<>(Map.of(Color.GREEN, 1)));
        show(String.format("%5d|%-5s|%05.2f|%,d|%e", 22, "ab", 3.14159, 1234567, 12345.678));
        show(100.0 / 3 + " " + 2e-3 + " " + (float) 0.1 + " " + Double.parseDouble("1e3"));
    }
}
