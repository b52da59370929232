import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers for clocks and the like during a replay. Calls in the classes that asked for them are redirected here; the
 * program's thread gets the recorded values in their order, everybody else what the JVM says.
 */
public final class CortadoEnvironment {
    private static final String ORDER = "the iteration order of Set.of and Map.of";

    private static String[] names = {};
    private static long[] values = {};
    private static boolean[] used = {};
    private static Thread program;
    private static boolean strayed;

    private CortadoEnvironment() {}

    /** Values by the call that they answer, one a line with a tab between; the calling thread is the program's. */
    public static synchronized void start(List<String> lines) throws Exception {
        int count = lines.size();
        names = new String[count];
        values = new long[count];
        used = new boolean[count];
        for (int i = 0; i < count; i++) {
            int tab = lines.get(i).indexOf('\t');
            names[i] = lines.get(i).substring(0, tab);
            values[i] = Long.parseLong(lines.get(i).substring(tab + 1));
        }
        if (lines.stream().anyMatch(line -> line.startsWith("System.nanoTime()"))) {
            // Every Random without a seed moves it on, and the JVM may have made some already.
            Field uniquifier = Class.forName("java.util.Random").getDeclaredField("seedUniquifier");
            uniquifier.setAccessible(true);
            ((AtomicLong) uniquifier.get(null)).set(8682522807148012L);
        }
        program = Thread.currentThread();
        for (int i = 0; i < count; i++) {
            if (names[i].equals(ORDER)) {
                order(draw(ORDER, 0));
            }
        }
    }

    /** Whether the program asked for other values than it was given, or not for all of them. */
    public static synchronized boolean strayed() {
        program = null;
        for (boolean taken : used) {
            strayed |= !taken;
        }
        return strayed;
    }

    private static synchronized long draw(String name, long real) {
        if (Thread.currentThread() != program) {
            return real;
        }
        for (int i = 0; i < names.length; i++) {
            if (!used[i] && names[i].equals(name)) {
                used[i] = true;
                return values[i];
            }
        }
        strayed = true;
        return real;
    }

    /** Static finals, which the JVM drew before anybody could answer. */
    private static void order(long salt) throws Exception {
        Class<?> collections = Class.forName("java.util.ImmutableCollections");
        Class<?> unsafeClass = Class.forName("sun.misc.Unsafe");
        Field holder = unsafeClass.getDeclaredField("theUnsafe");
        holder.setAccessible(true);
        Object unsafe = holder.get(null);
        Method base = unsafeClass.getMethod("staticFieldBase", Field.class);
        Method offset = unsafeClass.getMethod("staticFieldOffset", Field.class);
        Field number = collections.getDeclaredField("SALT32L");
        Field direction = collections.getDeclaredField("REVERSE");
        unsafeClass.getMethod("putLong", Object.class, long.class, long.class)
                .invoke(unsafe, base.invoke(unsafe, number), offset.invoke(unsafe, number), salt & 0xffffffffL);
        unsafeClass.getMethod("putBoolean", Object.class, long.class, boolean.class)
                .invoke(unsafe, base.invoke(unsafe, direction), offset.invoke(unsafe, direction), (salt & 1) == 0);
    }

    public static long nanoTime() {
        return draw("System.nanoTime()", System.nanoTime());
    }

    public static long currentTimeMillis() {
        return draw("System.currentTimeMillis()", System.currentTimeMillis());
    }

    public static long getNanoTimeAdjustment(long offset) {
        long real = System.currentTimeMillis();
        long seconds = draw("Clock in seconds", real / 1000);
        long nanoseconds = draw("nanoseconds of the Clock", real % 1000 * 1_000_000);
        return (seconds - offset) * 1_000_000_000 + nanoseconds;
    }

    public static int availableProcessors(Runtime runtime) {
        return (int) draw("Runtime.availableProcessors()", runtime.availableProcessors());
    }

    public static long freeMemory(Runtime runtime) {
        return draw("Runtime.freeMemory()", runtime.freeMemory());
    }

    public static long totalMemory(Runtime runtime) {
        return draw("Runtime.totalMemory()", runtime.totalMemory());
    }

    public static long maxMemory(Runtime runtime) {
        return draw("Runtime.maxMemory()", runtime.maxMemory());
    }
}
