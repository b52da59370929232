    // helper make: heap
    /** An object of a class, whose constructor does not run. */
    private static Object make(String type) throws Exception {
        Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        Method allocate = unsafe.getType().getMethod("allocateInstance", Class.class);
        return known(allocate.invoke(unsafe.get(null), Class.forName(type)));
    }

    // helper box:
    /** Another box of the same value. */
    private static Object box(Object value) throws Exception {
        Class<?> primitive = (Class<?>) value.getClass().getField("TYPE").get(null);
        return value.getClass().getConstructor(primitive).newInstance(value);
    }

    // helper record: heap
    /** A record, by its constructor: its fields cannot be set. */
    private static Object record(String type, String descriptor, Object... values) throws Exception {
        Class<?>[] types = MethodType.fromMethodDescriptorString(descriptor, Class.forName(type).getClassLoader()).parameterArray();
        Constructor<?> constructor = Class.forName(type).getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return known(constructor.newInstance(values));
    }

    // helper proxy: heap
    /** An object of an interface, which nobody calls. */
    private static Object proxy(String type) throws Exception {
        Class<?> wanted = Class.forName(type);
        return known(
                Proxy.newProxyInstance(
                        ClassLoader.getSystemClassLoader(),
                        new Class<?>[] {wanted},
                        (proxy, method, arguments) -> {
                            throw new IllegalStateException(method.toString());
                        }));
    }

    // helper array: heap
    private static Object array(String type, int length) throws Exception {
        return known(Array.newInstance(Class.forName(type).getComponentType(), length));
    }

    // helper heap:
    /** The objects of the state before. */
    private static final List<Object> heap = new ArrayList<>();

    private static <T> T known(T object) {
        heap.add(object);
        return object;
    }

    // helper set: field
    private static void set(Object object, String type, String name, Object value) throws Exception {
        field(type, name).set(object, value);
    }

    // helper get: field
    /** A field, static if there is no object. */
    private static Object get(Object object, String type, String name) throws Exception {
        Field field = field(type, name);
        if (object == null && !Modifier.isStatic(field.getModifiers())) {
            throw new NullPointerException(name);
        }
        return field.get(object);
    }

    // helper field:
    private static Field field(String type, String name) throws Exception {
        Field field = Class.forName(type).getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    // helper run:
    /** Calls a method or constructor: what it returns, or else what it throws. */
    private static Object[] run(Object target, String type, String name, String descriptor, Object... arguments)
            throws Exception {
        Class<?> declares = Class.forName(type);
        Class<?>[] types = MethodType.fromMethodDescriptorString(descriptor, declares.getClassLoader()).parameterArray();
        Executable called = name.equals("<init>") ? declares.getDeclaredConstructor(types) : declares.getDeclaredMethod(name, types);
        called.setAccessible(true);
        try {
            boolean isMethod = called instanceof Method;
            return new Object[] {
                isMethod ? ((Method) called).invoke(target, arguments) : ((Constructor<?>) called).newInstance(arguments), null
            };
        } catch (InvocationTargetException thrown) {
            return new Object[] {null, thrown.getCause()};
        }
    }

    // helper call: run
    /** The value of a method; undefined if it throws. */
    private static Object call(Object target, boolean isStatic, String type, String name, String descriptor, Object... arguments)
            throws Throwable {
        if (!isStatic && target == null) {
            throw new NullPointerException(name);
        }
        Object[] end = run(target, type, name, descriptor, arguments);
        if (end[1] != null) {
            throw (Throwable) end[1];
        }
        return end[0];
    }

    // helper check: condition
    /** A condition that has no value does not hold. */
    private static void check(String clause, Condition condition) {
        boolean holds;
        Throwable cause = null;
        try {
            holds = condition.holds();
        } catch (TooMany error) {
            throw error;
        } catch (Throwable undefined) {
            holds = false;
            cause = undefined;
        }
        if (!holds) {
            throw new AssertionError(clause + " does not hold", cause);
        }
    }

    // helper condition: toomany
    private interface Condition {
        boolean holds() throws Throwable;
    }

    // helper toomany:
    private static final class TooMany extends IllegalStateException {
        TooMany(String message) {
            super(message);
        }
    }

    // helper value:
    /** A value from before the call. */
    private static final class Value {
        private Object value;
        private Throwable undefined;

        Object get() throws Throwable {
            if (undefined != null) {
                throw undefined;
            }
            return value;
        }
    }

    private interface Expression {
        Object value() throws Throwable;
    }

    private static Value before(Expression expression) {
        Value value = new Value();
        try {
            value.value = expression.value();
        } catch (Throwable undefined) {
            value.undefined = undefined;
        }
        return value;
    }

    // helper with:
    private interface About {
        Object value(Object object) throws Throwable;
    }

    private static Object with(Object object, About about) throws Throwable {
        if (object == null) {
            throw new NullPointerException();
        }
        return about.value(object);
    }

    // helper is:
    private static boolean is(Object object, String type) throws Exception {
        return Class.forName(type).isInstance(object);
    }

    // helper cast: is
    private static Object cast(Object object, String type) throws Exception {
        return Class.forName(type).cast(object);
    }

    // helper some:
    private static Object some(Object object) {
        if (object == null) {
            throw new NullPointerException();
        }
        return object;
    }

    // helper ornull:
    private static List<Object> orNull(List<Object> objects) {
        objects.add(null);
        return objects;
    }

    // helper all: eachint
    private interface AllInts {
        boolean at(int i) throws Throwable;
    }

    private interface AllLongs {
        boolean at(long i) throws Throwable;
    }

    private interface AllObjects {
        boolean at(Object object) throws Throwable;
    }

    // One value for which it does not hold settles it, whether there are values for others or not.

    private static boolean all(long low, long high, AllInts body) throws Throwable {
        return all(low, high, (long i) -> body.at((int) i));
    }

    private static boolean all(long low, long high, AllLongs body) throws Throwable {
        Throwable undefined = null;
        for (long i = low; i <= few(low, high); i++) {
            try {
                if (!body.at(i)) {
                    return false;
                }
            } catch (TooMany error) {
                throw error;
            } catch (Throwable error) {
                undefined = error;
            }
        }
        if (undefined != null) {
            throw undefined;
        }
        return true;
    }

    private static boolean all(List<Object> objects, AllObjects body) throws Throwable {
        return all(0, objects.size() - 1, (long i) -> body.at(objects.get((int) i)));
    }

    // helper sum: eachint
    private interface SumInts {
        long at(int i) throws Throwable;
    }

    private interface SumLongs {
        long at(long i) throws Throwable;
    }

    private interface SumObjects {
        long at(Object object) throws Throwable;
    }

    private static long sum(long low, long high, SumInts body) throws Throwable {
        return sum(low, high, (long i) -> body.at((int) i));
    }

    private static long sum(long low, long high, SumLongs body) throws Throwable {
        long sum = 0;
        for (long i = low; i <= few(low, high); i++) {
            sum += body.at(i);
        }
        return sum;
    }

    private static long sum(List<Object> objects, SumObjects body) throws Throwable {
        return sum(0, objects.size() - 1, (long i) -> body.at(objects.get((int) i)));
    }

    // helper product: eachint
    private interface ProductInts {
        long at(int i) throws Throwable;
    }

    private interface ProductLongs {
        long at(long i) throws Throwable;
    }

    private interface ProductObjects {
        long at(Object object) throws Throwable;
    }

    private static long product(long low, long high, ProductInts body) throws Throwable {
        return product(low, high, (long i) -> body.at((int) i));
    }

    private static long product(long low, long high, ProductLongs body) throws Throwable {
        long product = 1;
        for (long i = low; i <= few(low, high); i++) {
            product *= body.at(i);
        }
        return product;
    }

    private static long product(List<Object> objects, ProductObjects body) throws Throwable {
        return product(0, objects.size() - 1, (long i) -> body.at(objects.get((int) i)));
    }

    // helper extreme: eachint some
    private interface BestInts {
        Long at(int i) throws Throwable;
    }

    private interface BestLongs {
        Long at(long i) throws Throwable;
    }

    private interface BestObjects {
        Long at(Object object) throws Throwable;
    }

    private static Long better(boolean smallest, Long known, Long other) {
        if (known == null || other == null) {
            return known == null ? other : known;
        }
        return smallest ? Math.min(known, other) : Math.max(known, other);
    }

    private static Long extreme(boolean smallest, long low, long high, BestInts body) throws Throwable {
        return extreme(smallest, low, high, (long i) -> body.at((int) i));
    }

    private static Long extreme(boolean smallest, long low, long high, BestLongs body) throws Throwable {
        Long best = null;
        for (long i = low; i <= few(low, high); i++) {
            best = better(smallest, best, body.at(i));
        }
        return best;
    }

    private static Long extreme(boolean smallest, List<Object> objects, BestObjects body) throws Throwable {
        return extreme(smallest, 0, objects.size() - 1, (long i) -> body.at(objects.get((int) i)));
    }

    // helper eachint: toomany
    /** The end of a range, unless it is too far away to go there. */
    private static long few(long low, long high) {
        if (high >= low && (high == Long.MAX_VALUE || high - low < 0 || high - low > 1000000)) {
            throw new TooMany("too many numbers from " + low + " to " + high);
        }
        return high;
    }

    // helper same:
    private static boolean same(Object a, Object b) {
        boolean plain = a instanceof Number || a instanceof Boolean || a instanceof Character;
        return plain ? a.equals(b) : a == b;
    }

    // helper has:
    private static boolean has(Iterable<Object> objects, Object wanted) {
        for (Object object : objects) {
            if (object == wanted) {
                return true;
            }
        }
        return false;
    }

    // helper objects: heap fields remember
    /** All objects of a type that exist: in the state before, or else what can be reached now. */
    private static List<Object> objects(boolean old, String type) throws Exception {
        Map<Object, Boolean> found = new IdentityHashMap<>();
        List<Object> order = new ArrayList<>(heap);
        for (Class<?> holder : holders) {
            order.addAll(references(null, holder));
        }
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            Object object = order.get(i);
            if (object == null || found.put(object, true) != null) {
                continue;
            }
            if (Class.forName(type).isInstance(object)) {
                all.add(object);
            }
            if (object instanceof Object[]) {
                order.addAll(Arrays.asList((Object[]) object));
            }
            if (object.getClass() == ArrayList.class) {
                order.addAll((List<?>) object);
            }
            for (Class<?> of = object.getClass(); isOwn(of); of = of.getSuperclass()) {
                order.addAll(references(object, of));
            }
        }
        if (old) {
            all.removeIf(object -> !before.containsKey(object));
        }
        return all;
    }

    private static List<Object> references(Object object, Class<?> type) throws Exception {
        List<Object> found = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) == (object == null) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                found.add(field.get(object));
            }
        }
        return found;
    }

    // helper fields: remember
    /** Whether a class is of the program rather than of the library. */
    private static boolean isOwn(Class<?> type) {
        return type != null && !type.isArray() && type.getModule() == CLASS.class.getModule();
    }

    // helper remember: heap fields
    /** What fields and elements were before the call, by object; static fields by class. */
    private static final Map<Object, Map<String, Object>> before = new IdentityHashMap<>();

    private static final List<Class<?>> holders = new ArrayList<>();

    private static void remember(String... statics) throws Exception {
        for (Object object : heap) {
            before.put(object, content(object));
        }
        for (String type : statics) {
            holders.add(Class.forName(type));
            before.put(Class.forName(type), content(Class.forName(type)));
        }
    }

    private static Map<String, Object> content(Object object) throws Exception {
        Map<String, Object> content = new LinkedHashMap<>();
        if (object.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(object); i++) {
                content.put("[" + i + "]", Array.get(object, i));
            }
        }
        if (object.getClass() == ArrayList.class) {
            List<?> list = (List<?>) object;
            content.put("size()", list.size());
            for (int i = 0; i < list.size(); i++) {
                content.put("[" + i + "]", list.get(i));
            }
        }
        boolean isStatic = object instanceof Class;
        for (Class<?> of = isStatic ? (Class<?>) object : object.getClass(); isOwn(of); of = isStatic ? null : of.getSuperclass()) {
            for (Field field : of.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) == isStatic) {
                    field.setAccessible(true);
                    content.put(of.getName() + "." + field.getName(), field.get(isStatic ? null : object));
                }
            }
        }
        return content;
    }

    // helper old: remember
    /** What a field or an element was before the call. */
    private static Object old(Object object, String location) {
        Map<String, Object> content = before.get(object);
        if (content == null || !content.containsKey(location)) {
            throw new IndexOutOfBoundsException(location);
        }
        return content.get(location);
    }

    // helper fresh: remember
    private static boolean fresh(Object object) {
        return object != null && !before.containsKey(object);
    }

    // helper nonnull:
    private static boolean nonNull(Object array) {
        return array != null && !Arrays.asList((Object[]) array).contains(null);
    }

    // helper reach: has fields remember
    /** What can be reached through fields, or through all fields and elements; null is in it where a field is null. */
    private static List<Object> reach(boolean old, Object from, String... fields) throws Exception {
        List<Object> found = new ArrayList<>();
        found.add(from);
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i) == null) {
                continue;
            }
            Map<String, Object> content = old ? before.get(found.get(i)) : content(found.get(i));
            for (Map.Entry<String, Object> entry : content.entrySet()) {
                Object next = entry.getValue();
                boolean plain = next instanceof Number || next instanceof Boolean || next instanceof Character;
                if ((fields.length == 0 ? !plain : Arrays.asList(fields).contains(entry.getKey())) && !has(found, next)) {
                    found.add(next);
                }
            }
        }
        return found;
    }

    // helper concerned: remember same
    /** Whether the call was given, made or changed an object. */
    private static boolean concerned(Object object, Object... given) throws Exception {
        for (Object one : given) {
            if (one == object) {
                return true;
            }
        }
        Map<String, Object> was = before.get(object);
        boolean changed = was == null;
        for (Map.Entry<String, Object> now : content(object).entrySet()) {
            changed |= was != null && !same(now.getValue(), was.get(now.getKey()));
        }
        return changed;
    }

    // helper assignable: remember same
    /** Locations that may change, by object. */
    private static final Map<Object, Set<String>> assignable = new IdentityHashMap<>();

    private static void allow(Object object, String location) {
        if (object != null) {
            assignable.computeIfAbsent(object, none -> new HashSet<>()).add(location);
        }
    }

    private static void allow(Object array, long low, long high) {
        for (long i = Math.max(low, 0); array != null && i <= high && i < Array.getLength(array); i++) {
            allow(array, "[" + i + "]");
        }
    }

    /** The first location that changed and must not; none that did not exist before counts. */
    private static String changed() throws Exception {
        for (Object object : before.keySet()) {
            Set<String> allowed = assignable.getOrDefault(object, Set.of());
            Map<String, Object> now = content(object);
            for (Map.Entry<String, Object> was : before.get(object).entrySet()) {
                boolean mayChange = allowed.contains("*") || allowed.contains(was.getKey());
                if (!mayChange && !same(was.getValue(), now.get(was.getKey()))) {
                    return was.getKey();
                }
            }
        }
        return null;
    }

    // helper allowing: toomany
    private interface Allowing {
        void allow() throws Throwable;
    }

    /** Locations that an expression without a value names are none. */
    private static void allowing(Allowing locations) {
        try {
            locations.allow();
        } catch (TooMany error) {
            throw error;
        } catch (Throwable undefined) {
            // Nothing is allowed.
        }
    }

    // helper expected: field
    /** The state after that was predicted: objects by number, and what their fields are. */
    private static final Map<Integer, Object> numbered = new TreeMap<>();

    private static final Map<Integer, String> names = new TreeMap<>();
    private static final Map<Integer, String> types = new TreeMap<>();
    private static final Map<Integer, Map<String, Object>> expected = new TreeMap<>();
    private static final List<String> differences = new ArrayList<>();

    private static final class Reference {
        private final int number;

        Reference(int number) {
            this.number = number;
        }
    }

    private static Reference ref(int number) {
        return new Reference(number);
    }

    /** An object with its type, if that is known, or none for one that the call makes. */
    private static void object(int number, String name, String type, Object object) {
        names.put(number, name);
        types.put(number, type);
        expected.put(number, new LinkedHashMap<>());
        if (object != null) {
            numbered.put(number, object);
        }
    }

    private static void expect(int number, String location, Object value) {
        expected.get(number).put(location, value);
    }

    private static void compareThrown(Throwable actual, String wanted) {
        String name = actual == null ? null : actual.getClass().getName();
        if (name == null ? wanted != null : !name.equals(wanted)) {
            String said = name == null ? "no exception is thrown" : name + " is thrown";
            differences.add(said + (wanted == null ? "" : name == null ? ", but " + wanted : " and not " + wanted));
        }
    }

    private static void compare(String where, Object actual, Object wanted) {
        if (!(wanted instanceof Reference)) {
            if (wanted == null ? actual != null : !wanted.equals(actual)) {
                differences.add(where + " is " + show(actual) + " and not " + wanted);
            }
            return;
        }
        int number = ((Reference) wanted).number;
        Object known = numbered.get(number);
        if (known == null && show(actual).equals("another " + types.get(number))) {
            numbered.put(number, actual);
        } else if (actual == null || actual != known) {
            differences.add(where + " is " + show(actual) + " and not " + names.get(number));
        }
    }

    private static String show(Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Character) {
            return String.valueOf(value);
        }
        for (Map.Entry<Integer, Object> entry : numbered.entrySet()) {
            if (entry.getValue() == value) {
                return names.get(entry.getKey());
            }
        }
        String type = value.getClass().getName();
        int lambda = type.indexOf("$$Lambda");
        return "another " + (lambda < 0 ? type : type.substring(0, lambda + "$$Lambda".length()));
    }

    /** Compares all objects, those first that were there before; what the call made comes to light on the way. */
    private static void compareObjects() throws Exception {
        Set<Integer> done = new HashSet<>();
        while (done.addAll(List.copyOf(numbered.keySet()))) {
            for (int number : List.copyOf(done)) {
                for (Map.Entry<String, Object> entry : expected.get(number).entrySet()) {
                    compare(names.get(number) + shown(entry.getKey()), read(numbered.get(number), entry.getKey()), entry.getValue());
                }
                expected.get(number).clear();
            }
        }
    }

    private static String shown(String location) {
        return location.startsWith("[") ? location : "." + location.substring(location.lastIndexOf('.') + 1);
    }

    private static Object read(Object object, String location) throws Exception {
        if (object instanceof List && (location.equals(".length") || location.startsWith("["))) {
            List<?> list = (List<?>) object;
            if (location.equals(".length")) {
                return list.size();
            }
            int index = Integer.parseInt(location.substring(1, location.length() - 1));
            return index < list.size() ? list.get(index) : null;
        }
        if (location.equals(".length")) {
            return Array.getLength(object);
        }
        if (location.startsWith("[")) {
            int index = Integer.parseInt(location.substring(1, location.length() - 1));
            return index < Array.getLength(object) ? Array.get(object, index) : null;
        }
        int dot = location.lastIndexOf('.');
        return field(location.substring(0, dot), location.substring(dot + 1)).get(object);
    }
