package cortado.property;

import java.util.ArrayList;
import java.util.List;

/** What monitored classes call around those of their calls that may be events. */
public final class Hooks {
    private static final ThreadLocal<Calls> CALLS = ThreadLocal.withInitial(Calls::new);

    private Hooks() {}

    /** The reported calls that a thread is in. */
    private static final class Calls {
        int depth;
        /** The depth of the call that is an event, or -1; nothing within it is another. */
        int event = -1;

        Watch.Pending pending;

        final List<SuperCall> superCalls = new ArrayList<>();
    }

    /**
     * A call of another constructor, {@code super(...)} or {@code this(...)}. Nobody can see it throw, because the
     * verifier lets no handler cover it; but then its caller's frame is gone.
     */
    private static final class SuperCall {
        final int depth;
        /** The caller's frame: how many there are below it, and how far it was when the hook was called. */
        final int below;

        final int position;
        final String className;

        SuperCall(int depth) {
            this.depth = depth;
            List<StackWalker.StackFrame> frames = frames();
            int own = 0;
            while (frames.get(own).getClassName().startsWith("cortado.property.")) {
                own++;
            }
            this.below = frames.size() - own - 1;
            this.position = frames.get(own).getByteCodeIndex();
            this.className = frames.get(own).getClassName();
        }

        /** Whether the call is still being made. Another run of the constructor is not as far as behind the hook. */
        boolean lasts() {
            List<StackWalker.StackFrame> frames = frames();
            int index = frames.size() - 1 - below;
            if (index < 0) {
                return false;
            }
            StackWalker.StackFrame frame = frames.get(index);
            return frame.getMethodName().equals("<init>")
                    && frame.getClassName().equals(className)
                    && frame.getByteCodeIndex() > position;
        }

        private static List<StackWalker.StackFrame> frames() {
            return StackWalker.getInstance().walk(all -> {
                List<StackWalker.StackFrame> frames = new ArrayList<>();
                all.forEach(frames::add);
                return frames;
            });
        }
    }

    /** The calls of this thread, without those that have ended unseen. */
    private static Calls calls() {
        Calls calls = CALLS.get();
        List<SuperCall> superCalls = calls.superCalls;
        while (!superCalls.isEmpty() && !superCalls.get(superCalls.size() - 1).lasts()) {
            calls.depth = superCalls.remove(superCalls.size() - 1).depth;
            if (calls.event >= calls.depth) {
                calls.event = -1;
                calls.pending = null;
            }
        }
        return calls;
    }

    /** A call is about to be made. The arguments are there as far as a property speaks of them. */
    public static void before(int site, Object receiver, Object[] arguments) {
        Calls calls = calls();
        Watch watch = Watch.current();
        if (watch != null && calls.event < 0) {
            Watch.Pending pending = watch.calling(site, receiver, arguments);
            if (pending != null) {
                calls.pending = pending;
                calls.event = calls.depth;
            }
        }
        calls.depth++;
    }

    /** The same for {@code super(...)} and {@code this(...)}. */
    public static void beforeSuper(int site, Object receiver, Object[] arguments) {
        before(site, receiver, arguments);
        Calls calls = CALLS.get();
        calls.superCalls.add(new SuperCall(calls.depth - 1));
    }

    public static void after() {
        returned(null, null);
    }

    public static void after(Object result) {
        returned(result, null);
    }

    public static void after(boolean result) {
        returned(null, result);
    }

    /** The call has thrown. */
    public static void thrown() {
        leave();
    }

    private static void returned(Object result, Boolean truth) {
        Watch.Pending pending = leave();
        if (pending != null && pending.watch == Watch.current()) {
            pending.watch.returned(pending, result, truth);
        }
    }

    private static Watch.Pending leave() {
        Calls calls = calls();
        calls.depth--;
        List<SuperCall> superCalls = calls.superCalls;
        if (!superCalls.isEmpty() && superCalls.get(superCalls.size() - 1).depth == calls.depth) {
            superCalls.remove(superCalls.size() - 1);
        }
        if (calls.depth != calls.event) {
            return null;
        }
        Watch.Pending pending = calls.pending;
        calls.pending = null;
        calls.event = -1;
        return pending;
    }
}
