// What generated oracles share: choices that are gone through one by one, the objects that exist, and what was seen.

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

public final class R {
    /** An execution with more iterations than are of interest. */
    static final class Cut extends Error {
        Cut() {
            super(null, null, false, false);
            cut = true;
        }
    }

    /** Whether there was one: another exception may have taken its place. */
    static boolean cut;

    /** A list that is not of interest once it is more than twice as long as those before can be. */
    static final class Bounded<T> extends ArrayList<T> {
        Bounded() {
        }

        Bounded(java.util.Collection<? extends T> other) {
            super(other);
        }

        private void check() {
            if (size() > 2 * length) {
                throw new Cut();
            }
        }

        @Override
        public boolean add(T element) {
            super.add(element);
            check();
            return true;
        }

        @Override
        public void add(int index, T element) {
            super.add(index, element);
            check();
        }

        @Override
        public boolean addAll(java.util.Collection<? extends T> other) {
            boolean changed = super.addAll(other);
            check();
            return changed;
        }
    }

    /** The object of a constructor that failed, if nothing leads to it. */
    static Object lost;

    /** The object that was made first. */
    static Object first() {
        return objects.get(before);
    }

    /** Whether static fields, or objects and arrays that were there before, lead to an object. */
    static boolean held(Object wanted, Object[] statics) {
        IdentityHashMap<Object, Object> seen = new IdentityHashMap<>();
        ArrayList<Object> open = new ArrayList<>(java.util.Arrays.asList(statics));
        open.addAll(objects.subList(0, before));
        open.addAll(arrays.keySet());
        while (!open.isEmpty()) {
            Object object = open.remove(open.size() - 1);
            if (object == null || seen.put(object, object) != null) {
                continue;
            }
            if (object instanceof Object[]) {
                open.addAll(java.util.Arrays.asList((Object[]) object));
            } else if (object instanceof List) {
                open.addAll((List<?>) object);
            } else if (objects.stream().anyMatch(known -> known == object)) {
                for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
                    for (Field field : type.getDeclaredFields()) {
                        if (!field.getName().startsWith("old_") && !field.getType().isPrimitive()) {
                            try {
                                field.setAccessible(true);
                                open.add(field.get(object));
                            } catch (ReflectiveOperationException error) {
                                throw new AssertionError(error);
                            }
                        }
                    }
                }
            }
        }
        return seen.containsKey(wanted);
    }

    /** Integers that a quantifier is tried with; everything in a program is well within. */
    private static final int LOW = -6, HIGH = 14;

    static int unroll, length;

    private static int[] chosen = new int[64], of = new int[64];
    private static int at, used;

    static int choose(int n) {
        if (at == used) {
            if (used == chosen.length) {
                chosen = java.util.Arrays.copyOf(chosen, 2 * used);
                of = java.util.Arrays.copyOf(of, 2 * used);
            }
            chosen[used] = 0;
            of[used] = n;
            used++;
        }
        return chosen[at++];
    }

    private static boolean next() {
        while (used > 0 && chosen[used - 1] + 1 == of[used - 1]) {
            used--;
        }
        if (used == 0) {
            return false;
        }
        chosen[used - 1]++;
        at = 0;
        return true;
    }

    static <T> T pick(List<T> list) {
        int which = choose(list.size() + 1);
        return which == 0 ? null : list.get(which - 1);
    }

    /** Objects that exist, in the order in which they were made; the first ones existed before. */
    private static final ArrayList<Object> objects = new ArrayList<>();
    private static int before;
    private static final IdentityHashMap<Object, Object> arrays = new IdentityHashMap<>();

    static void made(Object object) {
        objects.add(object);
    }

    static <T> List<T> all(Class<T> type) {
        ArrayList<T> found = new ArrayList<>();
        for (Object object : objects) {
            if (type.isInstance(object)) {
                found.add(type.cast(object));
            }
        }
        return found;
    }

    static void saveArray(Object array) {
        int size = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), size);
        System.arraycopy(array, 0, copy, 0, size);
        arrays.put(array, copy);
    }

    static void saveList(List<?> list) {
        arrays.put(list, new ArrayList<>(list));
    }

    static boolean sameElements(List<?> a, List<?> b) {
        boolean same = a.size() == b.size();
        for (int i = 0; same && i < a.size(); i++) {
            same = a.get(i) == b.get(i);
        }
        return same;
    }

    /** The elements before. */
    @SuppressWarnings("unchecked")
    static <T> T old(T array) {
        if (array == null) {
            throw new NullPointerException();
        }
        Object copy = arrays.get(array);
        if (copy == null) {
            throw new IllegalStateException("an array that did not exist");
        }
        return (T) copy;
    }

    static Iterable<Object> oldArrays() {
        return arrays.keySet();
    }

    static void save() {
        before = objects.size();
    }

    static boolean fresh(Object object) {
        if (object == null) {
            return false;
        }
        for (int i = 0; i < before; i++) {
            if (objects.get(i) == object) {
                return false;
            }
        }
        return !arrays.containsKey(object);
    }

    private static boolean late;

    static void tick(int count) {
        if (count > unroll + 1) {
            throw new Cut();
        }
        late |= count > unroll;
    }

    /** The length of an array that is made; no array is longer than those before. */
    static int len(int wanted) {
        if (wanted > length) {
            throw new Cut();
        }
        return wanted;
    }

    // Quantifiers look at all values: one may settle it, wherever others are that have no value.

    static <T> boolean forall(boolean pre, Class<T> type, Predicate<T> range, Predicate<T> body) {
        boolean all = true;
        RuntimeException open = null;
        for (int i = 0; i < (pre ? before : objects.size()); i++) {
            if (type.isInstance(objects.get(i))) {
                T object = type.cast(objects.get(i));
                try {
                    all &= !range.test(object) || body.test(object);
                } catch (RuntimeException e) {
                    open = e;
                }
            }
        }
        if (open != null && all) throw open;
        return all;
    }

    static <T> boolean exists(boolean pre, Class<T> type, Predicate<T> range, Predicate<T> body) {
        boolean any = false;
        RuntimeException open = null;
        for (int i = 0; i < (pre ? before : objects.size()); i++) {
            if (type.isInstance(objects.get(i))) {
                T object = type.cast(objects.get(i));
                try {
                    any |= range.test(object) && body.test(object);
                } catch (RuntimeException e) {
                    open = e;
                }
            }
        }
        if (open != null && !any) throw open;
        return any;
    }

    static <T> int count(boolean pre, Class<T> type, Predicate<T> range, Predicate<T> body) {
        int count = 0;
        for (int i = 0; i < (pre ? before : objects.size()); i++) {
            if (type.isInstance(objects.get(i))) {
                T object = type.cast(objects.get(i));
                count += range.test(object) && body.test(object) ? 1 : 0;
            }
        }
        return count;
    }

    static boolean forall(IntPredicate range, IntPredicate body) {
        boolean all = true;
        RuntimeException open = null;
        for (int i = LOW; i <= HIGH; i++) {
            try {
                all &= !range.test(i) || body.test(i);
            } catch (RuntimeException e) {
                open = e;
            }
        }
        if (open != null && all) throw open;
        return all;
    }

    static boolean exists(IntPredicate range, IntPredicate body) {
        boolean any = false;
        RuntimeException open = null;
        for (int i = LOW; i <= HIGH; i++) {
            try {
                any |= range.test(i) && body.test(i);
            } catch (RuntimeException e) {
                open = e;
            }
        }
        if (open != null && !any) throw open;
        return any;
    }

    static int count(IntPredicate range, IntPredicate body) {
        int count = 0;
        for (int i = LOW; i <= HIGH; i++) {
            count += range.test(i) && body.test(i) ? 1 : 0;
        }
        return count;
    }

    static int sum(IntPredicate range, IntUnaryOperator body) {
        int sum = 0;
        for (int i = LOW; i <= HIGH; i++) {
            sum += range.test(i) ? body.applyAsInt(i) : 0;
        }
        return sum;
    }

    static int extreme(boolean smallest, IntPredicate range, IntUnaryOperator body) {
        Integer best = null;
        for (int i = LOW; i <= HIGH; i++) {
            if (range.test(i)) {
                int value = body.applyAsInt(i);
                best = best == null ? value : smallest ? Math.min(best, value) : Math.max(best, value);
            }
        }
        return best;
    }

    /** The value of a field of an object, null if it has no such field. */
    interface Follow {
        /** Whether there is such a field; its value goes to the list. */
        void add(Object object, String field, boolean pre, List<Object> into);
    }

    static Follow follow;

    static boolean reach(boolean pre, Object from, Object to, String... fields) {
        ArrayList<Object> seen = new ArrayList<>();
        ArrayList<Object> work = new ArrayList<>();
        work.add(from);
        while (!work.isEmpty()) {
            Object object = work.remove(work.size() - 1);
            boolean known = false;
            for (Object one : seen) {
                known |= one == object;
            }
            if (known) {
                continue;
            }
            seen.add(object);
            if (object == to) {
                return true;
            }
            if (object != null) {
                for (String field : fields) {
                    follow.add(object, field, pre, work);
                }
            }
        }
        return false;
    }

    static boolean has(boolean pre, Object from, Object to, String... fields) {
        boolean reached = reach(pre, from, to, fields);
        return reached && to != null;
    }

    static boolean typed(Object object, Class<?> type) {
        if (object == null) {
            throw new NullPointerException();
        }
        return type.isInstance(object);
    }

    static boolean filled(boolean pre, Object[] array) {
        if (array == null) {
            return false;
        }
        for (Object one : pre ? old(array) : array) {
            if (one == null) {
                return false;
            }
        }
        return true;
    }

    private static int depth;

    /** A call of a method that calls itself. */
    static void enter() {
        if (depth > unroll) {
            throw new Cut();
        }
        depth++;
    }

    static void leave() {
        depth--;
    }

    // What was seen of a program: of every fact whether it was in an execution within the bounds ('S'), or only in one that
    // leaves a loop early in the iteration after the last one ('L').

    private static char[] facts;
    private static String[] examples;
    private static String[] arguments = {};

    static void arguments(Object... values) {
        arguments = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            arguments[i] = show(values[i]);
        }
    }

    static void fact(int which) {
        char now = late ? 'L' : 'S';
        if (facts[which] == now || facts[which] == 'S') {
            return;
        }
        facts[which] = now;
        examples[which] = describe();
    }

    private static String show(Object value) {
        if (value == null || value instanceof Integer || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof List) {
            value = ((List<?>) value).toArray();
        }
        if (value.getClass().isArray()) {
            StringBuilder text = new StringBuilder("a" + new ArrayList<>(arrays.keySet()).indexOf(value) + "[");
            for (int i = 0; i < Array.getLength(value); i++) {
                text.append(i == 0 ? "" : " ").append(show(Array.get(value, i)));
            }
            return text + "]";
        }
        for (int i = 0; i < objects.size(); i++) {
            if (objects.get(i) == value) {
                return value.getClass().getSimpleName() + i;
            }
        }
        return value.toString();
    }

    private static String describe() {
        StringBuilder text = new StringBuilder(String.join(", ", arguments));
        try {
            for (int i = 0; i < before; i++) {
                Object object = objects.get(i);
                text.append("; ").append(show(object)).append(" {");
                for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
                    for (Field field : type.getDeclaredFields()) {
                        if (field.getName().startsWith("old_")) {
                            field.setAccessible(true);
                            Object value = field.get(object);
                            if (value instanceof List || value != null && value.getClass().isArray()) {
                                value = arrays.get(value);
                            }
                            text.append(' ').append(field.getName().substring(4)).append('=').append(show(value));
                        }
                    }
                }
                text.append(" }");
            }
        } catch (ReflectiveOperationException error) {
            text.append(error);
        }
        return text.toString();
    }

    interface Program {
        int facts();

        Follow follow();

        /** Makes one heap; whether it satisfies the precondition and the execution came to an end. */
        int once();
    }

    private static final long MOST = 6_000_000;

    public static void main(String[] words) throws Exception {
        unroll = Integer.parseInt(words[0]);
        length = Integer.parseInt(words[1]);
        for (int i = 2; i < words.length; i++) {
            Program program = (Program) Class.forName(words[i] + "$Oracle").getDeclaredConstructor().newInstance();
            follow = program.follow();
            facts = new char[program.facts()];
            java.util.Arrays.fill(facts, 'N');
            examples = new String[facts.length];
            at = 0;
            used = 0;
            long heaps = 0, satisfied = 0, ended = 0, endedLate = 0;
            do {
                objects.clear();
                arrays.clear();
                late = false;
                cut = false;
                lost = null;
                before = Integer.MAX_VALUE;
                heaps++;
                int how = program.once();
                satisfied += how > 0 ? 1 : 0;
                ended += how == 2 && !late ? 1 : 0;
                endedLate += how == 2 && late ? 1 : 0;
            } while (next() && heaps < MOST);
            String name = words[i];
            System.out.println(name + " " + (heaps < MOST) + " " + heaps + " " + satisfied + " " + ended + " " + endedLate
                + " " + new String(facts));
            for (String example : examples) {
                System.out.println(example);
            }
        }
    }
}
