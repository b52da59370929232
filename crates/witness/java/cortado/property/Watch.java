package cortado.property;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * One run of a program under watch, with a violation that is expected in it. A test begins and ends it; the monitored
 * classes of the program report their calls through {@link Hooks}.
 */
public final class Watch {
    private static volatile Watch current;

    /** Told of the expected violation at once, in case the program never comes to its end. Knows the class path. */
    public static volatile Consumer<Throwable> listener;

    private static final class Loaded {
        static final Model MODEL = Model.read();
    }

    private final List<Monitors> monitors = new ArrayList<>();
    private final int property;
    private final String className;
    private final String method;
    private final int firstLine;
    private final int lastLine;
    private final boolean atEnd;
    private PropertyViolated expected;
    private PropertyViolated elsewhere;

    private Watch(String property, String className, String method, int firstLine, int lastLine, boolean atEnd) {
        int found = -1;
        List<String> names = new ArrayList<>();
        for (Model.Property each : Loaded.MODEL.properties) {
            found = each.name.equals(property) ? names.size() : found;
            names.add(each.name);
            monitors.add(new Monitors(each));
        }
        if (found < 0) {
            throw new IllegalStateException(
                    "the monitored classes on the class path watch " + String.join(", ", names) + ", not " + property);
        }
        if (listener == null && !isMonitored(className)) {
            throw new IllegalStateException("the monitored classes must come first on the class path");
        }
        this.property = found;
        this.className = className;
        this.method = method;
        this.firstLine = firstLine;
        this.lastLine = lastLine;
        this.atEnd = atEnd;
    }

    /** Whether a class of the program is the copy that is beside this class. */
    private static boolean isMonitored(String className) {
        try {
            Class<?> found = Class.forName(className, false, Watch.class.getClassLoader());
            return Objects.equals(
                    found.getProtectionDomain().getCodeSource().getLocation(),
                    Watch.class.getProtectionDomain().getCodeSource().getLocation());
        } catch (ClassNotFoundException | LinkageError error) {
            // The program will tell.
            return true;
        }
    }

    /**
     * From here on the program is watched. The property is expected to be violated by a call in the method, on one of
     * the lines if they are not 0.
     */
    public static void expect(String property, String className, String method, int firstLine, int lastLine) {
        current = new Watch(property, className, method, firstLine, lastLine, false);
    }

    /** The same for a violation by the program's end, which is that of the method. */
    public static void expectAtEnd(String property, String className, String method, int firstLine, int lastLine) {
        current = new Watch(property, className, method, firstLine, lastLine, true);
    }

    /** The program has ended. Throws the violation, wherever it was, even if the program has caught it. */
    public static void end() {
        Watch watch = current;
        if (watch != null) {
            PropertyViolated violation = watch.finish();
            current = null;
            if (violation != null) {
                throw violation;
            }
        }
    }

    static Watch current() {
        return current;
    }

    private PropertyViolated finish() {
        try {
            ended();
        } catch (PropertyViolated violation) {
            return violation;
        }
        return expected != null ? expected : elsewhere;
    }

    private synchronized void ended() {
        if (expected != null) {
            return;
        }
        for (int i = 0; i < monitors.size(); i++) {
            Model.Property each = Loaded.MODEL.properties.get(i);
            for (int event = 0; event < each.events.size(); event++) {
                if (each.events.get(event).atEnd) {
                    step(i, event, new Object[each.objects.size()], null);
                }
            }
        }
    }

    /** A call that is an event, now or when it has returned. */
    static final class Pending {
        final Watch watch;
        final Model.Site site;
        final Object receiver;
        final Object[] arguments;
        /** What may be events when it has returned. */
        final List<Model.Candidate> after = new ArrayList<>();

        Pending(Watch watch, Model.Site site, Object receiver, Object[] arguments) {
            this.watch = watch;
            this.site = site;
            this.receiver = receiver;
            this.arguments = arguments;
        }
    }

    /** A call is about to be made. Returns null if it is no event. */
    Pending calling(int number, Object receiver, Object[] arguments) {
        Model.Site site = Loaded.MODEL.sites.get(number);
        if (site.hasReceiver && receiver == null) {
            return null;
        }
        Pending call = new Pending(this, site, receiver, arguments);
        List<Model.Candidate> before = new ArrayList<>();
        boolean concerns = false;
        for (Model.Candidate candidate : site.candidates) {
            if (matches(candidate, receiver)) {
                (candidate.after ? call.after : before).add(candidate);
                concerns |= candidate.after || binding(candidate, call, null) != null;
            }
        }
        raise(before, call, null);
        return concerns ? call : null;
    }

    /** A call has returned. */
    void returned(Pending call, Object result, Boolean truth) {
        List<Model.Candidate> now = new ArrayList<>();
        for (Model.Candidate candidate : call.after) {
            String found = truth != null ? truth.toString() : result == null ? "null" : "nonnull";
            if (candidate.returns.isEmpty() || candidate.returns.equals(found)) {
                now.add(candidate);
            }
        }
        raise(now, call, result);
    }

    private static boolean matches(Model.Candidate candidate, Object receiver) {
        if (candidate.test != null && !candidate.test.accepts(receiver)) {
            return false;
        }
        for (Model.Test except : candidate.except) {
            if (except == null || except.accepts(receiver)) {
                return false;
            }
        }
        return true;
    }

    /** The objects that a call binds; null if one of them is null or of another type. */
    private static Object[] binding(Model.Candidate candidate, Pending call, Object result) {
        List<Model.Type> types = Loaded.MODEL.properties.get(candidate.property).objects;
        Object[] objects = new Object[types.size()];
        // A constructed object is both the receiver and the result.
        Object receiver = call.site.hasReceiver ? call.receiver : result;
        if (candidate.receiver >= 0 && !bind(objects, types, candidate.receiver, receiver)) {
            return null;
        }
        for (int i = 0; i < candidate.arguments.length; i += 2) {
            if (!bind(objects, types, candidate.arguments[i + 1], call.arguments[candidate.arguments[i]])) {
                return null;
            }
        }
        if (candidate.result >= 0 && !bind(objects, types, candidate.result, result)) {
            return null;
        }
        return objects;
    }

    private static boolean bind(Object[] objects, List<Model.Type> types, int object, Object value) {
        if (value == null || !types.get(object).accepts(value)) {
            return false;
        }
        if (objects[object] != null && objects[object] != value) {
            return false;
        }
        objects[object] = value;
        return true;
    }

    private synchronized void raise(List<Model.Candidate> candidates, Pending call, Object result) {
        PropertyViolated violation = null;
        List<Long> done = new ArrayList<>();
        for (Model.Candidate candidate : candidates) {
            // Alternatives of one event are one event.
            long event = (long) candidate.property << 32 | candidate.event;
            if (done.contains(event)) {
                continue;
            }
            Object[] objects = binding(candidate, call, result);
            if (objects == null) {
                continue;
            }
            done.add(event);
            try {
                step(candidate.property, candidate.event, objects, call.site);
            } catch (PropertyViolated thrown) {
                violation = thrown;
            }
        }
        if (violation != null) {
            throw violation;
        }
    }

    /** Throws only the expected violation. */
    private void step(int number, int event, Object[] objects, Model.Site site) {
        String where = site == null ? "the end of the program" : site.toString();
        for (Monitors.Monitor broken : monitors.get(number).step(event, objects, where)) {
            if (number != property || expected != null) {
                continue;
            }
            String message = message(Loaded.MODEL.properties.get(number), broken);
            if (isExpected(site)) {
                expected = new PropertyViolated(message);
                Consumer<Throwable> told = listener;
                if (told != null) {
                    told.accept(expected);
                }
            } else if (elsewhere == null) {
                elsewhere = new PropertyViolated.Elsewhere(message);
            }
        }
        if (expected != null && number == property) {
            throw expected;
        }
    }

    private boolean isExpected(Model.Site site) {
        if (site == null) {
            return atEnd;
        }
        boolean line = site.line == 0 || firstLine == 0 || firstLine <= site.line && site.line <= lastLine;
        return site.className.equals(className) && site.method.equals(method) && line;
    }

    private static String message(Model.Property property, Monitors.Monitor monitor) {
        Deque<Monitors.Change> changes = new ArrayDeque<>();
        for (Monitors.Change change = monitor.last; change != null; change = change.before) {
            changes.push(change);
        }
        StringBuilder text = new StringBuilder("property ").append(property.name).append(" is violated");
        String message = property.states.get(monitor.state).message;
        if (message != null) {
            text.append(": ").append(message);
        }
        for (Monitors.Change change : changes) {
            text.append("\n    ")
                    .append(property.states.get(change.from).name)
                    .append(" \u2013")
                    .append(property.events.get(change.event).name)
                    .append("\u2192 ")
                    .append(property.states.get(change.to).name)
                    .append(" at ")
                    .append(change.where);
        }
        return text.toString();
    }
}
