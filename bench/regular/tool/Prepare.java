import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/**
 * Makes the programs of the benchmark: the classes of a jar together with those of our driver, as they are and with one
 * event put in at a branch. The branches to choose from are those that the driver's samples take on this JVM and at which
 * an object of the event's type is at hand, in a local variable or in a field of the class. As the papers do, the event
 * goes to one side of the branch.
 *
 * <pre>Prepare JAR DRIVERS MAIN OUT SEED COUNT [REDIRECT=CLASS | NAME:METHOD(TYPE)]...</pre>
 *
 * A redirection replaces a class of the library by one of ours throughout the jar. Prints a line for each program made.
 */
public final class Prepare {
    /** The sides of branches that were taken, by number; filled in by the classes under way. */
    public static final BitSet TAKEN = new BitSet();

    public static void taken(int branch) {
        TAKEN.set(branch);
    }

    /** A place for an event: the branch by its number in the class, and where the object is. */
    private record Place(String className, int branch, int local, FieldNode field, String text) {}

    private final Map<String, byte[]> program = new TreeMap<>();
    private final Map<String, byte[]> drivers = new TreeMap<>();

    public static void main(String[] arguments) throws Exception {
        Map<String, String> redirections = new HashMap<>();
        Map<String, String> events = new TreeMap<>();
        for (String word : List.of(arguments).subList(6, arguments.length)) {
            int colon = word.indexOf(':');
            int equals = word.indexOf('=');
            if (colon >= 0) {
                events.put(word.substring(0, colon), word.substring(colon + 1));
            } else {
                redirections.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        Prepare prepare = new Prepare();
        prepare.read(Path.of(arguments[0]), Path.of(arguments[1]), redirections);
        Path out = Path.of(arguments[3]);
        prepare.write(out.resolve("original"), Map.of());
        prepare.run(arguments[2]);
        for (Map.Entry<String, String> event : events.entrySet()) {
            long seed = Long.parseLong(arguments[4]) * 31 + (arguments[2] + event.getKey()).hashCode();
            int number = 0;
            for (Place place : prepare.choose(event.getValue(), new Random(seed), Integer.parseInt(arguments[5]))) {
                String name = event.getKey() + "-" + ++number;
                Map<String, byte[]> changed = Map.of(place.className, prepare.inject(place, event.getValue()));
                prepare.write(out.resolve(name), changed);
                System.out.println(name + "\t" + place.text);
            }
        }
    }

    private void read(Path jar, Path classes, Map<String, String> redirections) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(file.entries())) {
                if (!entry.getName().endsWith(".class")) {
                    continue;
                }
                try (InputStream stream = file.getInputStream(entry)) {
                    ClassReader reader = new ClassReader(stream.readAllBytes());
                    ClassWriter writer = new ClassWriter(0);
                    reader.accept(new ClassRemapper(writer, new SimpleRemapper(redirections)), 0);
                    program.put(reader.getClassName(), writer.toByteArray());
                }
            }
        }
        try (var files = Files.list(classes)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class")) {
                    drivers.put(name.substring(0, name.length() - 6), Files.readAllBytes(file));
                }
            }
        }
    }

    private void write(Path directory, Map<String, byte[]> changed) throws IOException {
        Map<String, byte[]> all = new TreeMap<>(program);
        all.putAll(drivers);
        all.putAll(changed);
        for (Map.Entry<String, byte[]> each : all.entrySet()) {
            Path file = directory.resolve(each.getKey() + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
    }

    /** Runs the samples on classes that tell which sides of branches they take. */
    private void run(String main) throws Exception {
        Map<String, byte[]> telling = new HashMap<>(drivers);
        int branch = 0;
        for (Map.Entry<String, byte[]> each : program.entrySet()) {
            ClassNode node = node(each.getValue());
            for (MethodNode method : node.methods) {
                for (JumpInsnNode jump : branches(method)) {
                    InsnList tell = new InsnList();
                    tell.add(new LdcInsnNode(branch++));
                    tell.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "Prepare", "taken", "(I)V"));
                    method.instructions.insert(jump, tell);
                }
            }
            telling.put(each.getKey(), bytes(node));
        }
        Class<?> driver = new Loader(telling).loadClass(main);
        Field samples = driver.getDeclaredField("SAMPLES");
        Method run = driver.getDeclaredMethod("run", byte[].class);
        samples.setAccessible(true);
        run.setAccessible(true);
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        for (String sample : (String[]) samples.get(null)) {
            try {
                run.invoke(null, (Object) sample.getBytes(StandardCharsets.ISO_8859_1));
            } catch (InvocationTargetException end) {
                System.err.println("sample " + sample.strip() + " ends with " + end.getCause());
            }
        }
        System.setOut(out);
    }

    /** Places at different branches, drawn at random; fewer if there are not so many. */
    private List<Place> choose(String event, Random random, int count) throws AnalyzerException {
        Loader loader = new Loader(all());
        String type = Type.getArgumentTypes(event.substring(event.indexOf('(')) + "V")[0].getClassName();
        List<Place> places = new ArrayList<>();
        int branch = 0;
        for (Map.Entry<String, byte[]> each : program.entrySet()) {
            ClassNode node = node(each.getValue());
            for (MethodNode method : node.methods) {
                List<JumpInsnNode> branches = branches(method);
                Frame<BasicValue>[] frames = branches.isEmpty() ? null : frames(loader, node, method);
                for (JumpInsnNode jump : branches) {
                    int number = branch++;
                    Frame<BasicValue> frame = frames[method.instructions.indexOf(jump)];
                    if (TAKEN.get(number) && frame != null && !method.name.startsWith("<")) {
                        add(places, loader, loader.find(type), node, method, jump, number, frame);
                    }
                }
            }
        }
        Collections.shuffle(places, random);
        List<Place> chosen = new ArrayList<>();
        Set<Integer> used = new HashSet<>();
        for (Place place : places) {
            if (chosen.size() < count && used.add(place.branch)) {
                chosen.add(place);
            }
        }
        return chosen;
    }

    private static void add(List<Place> places, Loader loader, Class<?> type, ClassNode node, MethodNode method,
            JumpInsnNode jump, int number, Frame<BasicValue> frame) {
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        String at = node.name.replace('/', '.') + "." + method.name + ":" + line(jump);
        for (int local = isStatic ? 0 : 1; local < frame.getLocals(); local++) {
            BasicValue value = frame.getLocal(local);
            if (value != null && value.isReference() && loader.is(value.getType(), type)) {
                places.add(new Place(node.name, number, local, null, at + ", variable " + local));
            }
        }
        for (FieldNode field : node.fields) {
            boolean reachable = !isStatic || (field.access & Opcodes.ACC_STATIC) != 0;
            if (reachable && loader.is(Type.getType(field.desc), type)) {
                places.add(new Place(node.name, number, -1, field, at + ", field " + field.name));
            }
        }
    }

    private byte[] inject(Place place, String event) {
        int branch = 0;
        for (Map.Entry<String, byte[]> each : program.entrySet()) {
            ClassNode node = node(each.getValue());
            for (MethodNode method : node.methods) {
                for (JumpInsnNode jump : branches(method)) {
                    if (branch++ == place.branch) {
                        method.instructions.insert(jump, instructions(place, event));
                        return bytes(node);
                    }
                }
            }
        }
        throw new IllegalStateException("no branch " + place.branch);
    }

    private static InsnList instructions(Place place, String event) {
        InsnList list = new InsnList();
        if (place.field == null) {
            list.add(new VarInsnNode(Opcodes.ALOAD, place.local));
        } else if ((place.field.access & Opcodes.ACC_STATIC) != 0) {
            list.add(new FieldInsnNode(Opcodes.GETSTATIC, place.className, place.field.name, place.field.desc));
        } else {
            list.add(new VarInsnNode(Opcodes.ALOAD, 0));
            list.add(new FieldInsnNode(Opcodes.GETFIELD, place.className, place.field.name, place.field.desc));
        }
        int open = event.indexOf('(');
        list.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, "Injected", event.substring(0, open), event.substring(open) + "V"));
        return list;
    }

    private static List<JumpInsnNode> branches(MethodNode method) {
        List<JumpInsnNode> found = new ArrayList<>();
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof JumpInsnNode jump && jump.getOpcode() != Opcodes.GOTO && jump.getOpcode() != Opcodes.JSR) {
                found.add(jump);
            }
        }
        return found;
    }

    private static Frame<BasicValue>[] frames(Loader loader, ClassNode node, MethodNode method) throws AnalyzerException {
        SimpleVerifier verifier = new SimpleVerifier();
        verifier.setClassLoader(loader);
        return new Analyzer<>(verifier).analyze(node.name, method);
    }

    private static int line(AbstractInsnNode at) {
        for (AbstractInsnNode each = at; each != null; each = each.getPrevious()) {
            if (each instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }

    private static ClassNode node(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node;
    }

    /** What is put in has no branches of its own, so that the frames stay as they are. */
    private static byte[] bytes(ClassNode node) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private Map<String, byte[]> all() {
        Map<String, byte[]> all = new HashMap<>(program);
        all.putAll(drivers);
        return all;
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(Prepare.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name.replace('.', '/'));
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        Class<?> find(String name) {
            try {
                return Class.forName(name, false, this);
            } catch (ClassNotFoundException | LinkageError missing) {
                return null;
            }
        }

        boolean is(Type type, Class<?> of) {
            Class<?> found = type.getSort() == Type.OBJECT ? find(type.getClassName()) : null;
            return found != null && of.isAssignableFrom(found);
        }
    }
}
