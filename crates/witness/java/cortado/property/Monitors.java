package cortado.property;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The monitors of one property: one for every tuple of objects that can differ from a smaller one that has a monitor. It
 * sees the events whose objects are all in its tuple. Objects are told apart by identity, and no method of theirs is
 * called.
 */
final class Monitors {
    private final Model.Property property;
    /** In the order of creation; the first binds nothing. */
    private final List<Monitor> all = new ArrayList<>();

    private final Map<Tuple, Monitor> byTuple = new HashMap<>();
    private final Map<Integer, List<Monitor>> byDomain = new TreeMap<>();
    private final Map<Object, List<Monitor>> byObject = new IdentityHashMap<>();
    /** By event: the domains that it may extend to larger ones. */
    private final List<Set<Integer>> extending = new ArrayList<>();

    Monitors(Model.Property property) {
        this.property = property;
        Set<List<Integer>> configurations = configurations();
        for (int event = 0; event < property.events.size(); event++) {
            Set<Integer> domains = new HashSet<>();
            for (List<Integer> each : configurations) {
                int domain = each.get(0);
                int own = property.events.get(event).domain;
                if (domain != 0 && (domain & own) != own && extended(configurations, event, domain, each.get(1))) {
                    domains.add(domain);
                }
            }
            extending.add(domains);
        }
        insert(new Monitor(new Tuple(new Object[property.objects.size()]), property.initial, null));
    }

    static final class Monitor {
        final Tuple tuple;
        final int domain;
        int state;
        /** The latest change of state. */
        Change last;

        Monitor(Tuple tuple, int state, Change last) {
            this.tuple = tuple;
            this.domain = tuple.domain();
            this.state = state;
            this.last = last;
        }
    }

    static final class Change {
        final Change before;
        final int from;
        final int event;
        final int to;
        final String where;

        Change(Change before, int from, int event, int to, String where) {
            this.before = before;
            this.from = from;
            this.event = event;
            this.to = to;
            this.where = where;
        }
    }

    /** Objects by number; null where not bound. */
    static final class Tuple {
        final Object[] objects;

        Tuple(Object[] objects) {
            this.objects = objects;
        }

        int domain() {
            int domain = 0;
            for (int i = 0; i < objects.length; i++) {
                domain |= objects[i] == null ? 0 : 1 << i;
            }
            return domain;
        }

        boolean includes(Tuple smaller) {
            for (int i = 0; i < objects.length; i++) {
                if (smaller.objects[i] != null && smaller.objects[i] != objects[i]) {
                    return false;
                }
            }
            return true;
        }

        boolean isCompatible(Tuple other) {
            for (int i = 0; i < objects.length; i++) {
                if (objects[i] != null && other.objects[i] != null && objects[i] != other.objects[i]) {
                    return false;
                }
            }
            return true;
        }

        Tuple join(Tuple other) {
            Object[] joined = objects.clone();
            for (int i = 0; i < joined.length; i++) {
                joined[i] = joined[i] == null ? other.objects[i] : joined[i];
            }
            return new Tuple(joined);
        }

        Tuple part(int domain) {
            Object[] part = objects.clone();
            for (int i = 0; i < part.length; i++) {
                part[i] = (domain >> i & 1) == 0 ? null : part[i];
            }
            return new Tuple(part);
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Tuple)) {
                return false;
            }
            Tuple tuple = (Tuple) other;
            for (int i = 0; i < objects.length; i++) {
                if (objects[i] != tuple.objects[i]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            int hash = 1;
            for (Object object : objects) {
                hash = 31 * hash + System.identityHashCode(object);
            }
            return hash;
        }
    }

    /** An event with the objects that it binds. Returns the monitors that entered an error state. */
    List<Monitor> step(int event, Object[] objects, String where) {
        Tuple binding = new Tuple(objects);
        extend(event, binding);
        List<Monitor> broken = new ArrayList<>();
        List<Monitor> concerned = all;
        for (Object object : objects) {
            if (object != null) {
                List<Monitor> with = byObject.getOrDefault(object, Collections.emptyList());
                concerned = with.size() < concerned.size() ? with : concerned;
            }
        }
        for (Monitor monitor : concerned) {
            if (!monitor.tuple.includes(binding) || property.states.get(monitor.state).error) {
                continue;
            }
            int to = property.next(monitor.state, event);
            if (to == monitor.state) {
                continue;
            }
            monitor.last = new Change(monitor.last, monitor.state, event, to, where);
            monitor.state = to;
            if (property.states.get(to).error) {
                broken.add(monitor);
            }
        }
        return broken;
    }

    /** Makes the monitors that an event tells from those that exist. */
    private void extend(int event, Tuple binding) {
        int own = binding.domain();
        if (own == 0) {
            return;
        }
        List<Tuple> wanted = new ArrayList<>();
        wanted.add(binding);
        for (int domain : extending.get(event)) {
            for (Monitor monitor : among(domain, own, binding)) {
                if (monitor.domain == domain && monitor.tuple.isCompatible(binding)) {
                    wanted.add(monitor.tuple.join(binding));
                }
            }
        }
        // Small tuples first, so that what they give rise to is known.
        wanted.sort((a, b) -> Integer.bitCount(a.domain()) - Integer.bitCount(b.domain()));
        List<Monitor> made = new ArrayList<>();
        Set<Tuple> seen = new HashSet<>();
        for (Tuple tuple : wanted) {
            if (byTuple.containsKey(tuple) || !seen.add(tuple)) {
                continue;
            }
            boolean told = false;
            for (Monitor other : made) {
                told |= tuple.includes(other.tuple);
            }
            Monitor base = largestWithin(tuple);
            if (told || !property.isSelfLoop(base.state, event)) {
                made.add(new Monitor(tuple, base.state, base.last));
            }
        }
        for (Monitor monitor : made) {
            insert(monitor);
        }
    }

    /** The monitor whose state a tuple without a monitor is in. */
    private Monitor largestWithin(Tuple tuple) {
        int domain = tuple.domain();
        Monitor largest = all.get(0);
        for (int part = domain; part != 0; part = part - 1 & domain) {
            if (Integer.bitCount(part) > Integer.bitCount(largest.domain) && byDomain.containsKey(part)) {
                Monitor found = byTuple.get(tuple.part(part));
                largest = found == null ? largest : found;
            }
        }
        return largest;
    }

    /** A list with every monitor of a domain that binds the objects which it shares with an event as that does. */
    private List<Monitor> among(int domain, int own, Tuple binding) {
        List<Monitor> best = byDomain.getOrDefault(domain, Collections.emptyList());
        for (int i = 0; i < binding.objects.length; i++) {
            if ((domain & own & 1 << i) != 0) {
                List<Monitor> with = byObject.getOrDefault(binding.objects[i], Collections.emptyList());
                best = with.size() < best.size() ? with : best;
            }
        }
        return best;
    }

    private void insert(Monitor monitor) {
        all.add(monitor);
        byTuple.put(monitor.tuple, monitor);
        byDomain.computeIfAbsent(monitor.domain, key -> new ArrayList<>()).add(monitor);
        Map<Object, Boolean> once = new IdentityHashMap<>();
        for (Object object : monitor.tuple.objects) {
            if (object != null && once.put(object, true) == null) {
                byObject.computeIfAbsent(object, key -> new ArrayList<>()).add(monitor);
            }
        }
    }

    /** Every domain and state that a monitor may have, or more. */
    private Set<List<Integer>> configurations() {
        Set<List<Integer>> known = new HashSet<>();
        known.add(List.of(0, property.initial));
        while (true) {
            Set<List<Integer>> more = new HashSet<>(known);
            for (List<Integer> each : known) {
                int domain = each.get(0);
                int state = each.get(1);
                for (int event = 0; event < property.events.size(); event++) {
                    int own = property.events.get(event).domain;
                    if ((domain & own) == own || extended(known, event, domain, state)) {
                        more.add(List.of(domain | own, property.next(state, event)));
                    }
                }
            }
            if (more.equals(known)) {
                return known;
            }
            known = more;
        }
    }

    /**
     * Whether an event must look at monitors in this state that do not bind all of its objects: because it changes the
     * state and so makes a larger monitor, or because it makes one from another monitor, for the same tuple or for a part
     * of it, whose state would then count.
     */
    private boolean extended(Set<List<Integer>> known, int event, int domain, int state) {
        if (!property.isSelfLoop(state, event)) {
            return true;
        }
        int own = property.events.get(event).domain;
        for (List<Integer> other : known) {
            int smaller = other.get(0) | own;
            if ((other.get(0) & own) != own
                    && !property.isSelfLoop(other.get(1), event)
                    && other.get(0) != domain
                    && (smaller & (domain | own)) == smaller) {
                return true;
            }
        }
        return false;
    }
}
