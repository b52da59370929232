import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.*;
import java.util.stream.*;

/** What calls about files return and throw, on files that the program makes itself. */
public class FileCalls {
    interface Action {
        Object run() throws Exception;
    }

    static Path root;

    static void show(String what, Action action) {
        String result;
        try {
            result = String.valueOf(action.run());
        } catch (Exception e) {
            result = e.getClass().getName() + ": " + e.getMessage();
        }
        System.out.println(what + ": " + result.replace(root.toString(), "ROOT"));
    }

    public static void main(String[] args) throws Exception {
        root = Files.createTempDirectory("calls");
        Path text = root.resolve("text.txt");
        Path gone = root.resolve("gone/text.txt");
        show("write", () -> Files.writeString(text, "one\ntwo\n\u00e4"));
        show("read", () -> Files.readString(text).length());
        show("bytes", () -> Arrays.toString(Files.readAllBytes(text)));
        show("lines", () -> Files.readAllLines(text));
        try (Stream<String> lines = Files.lines(text)) {
            show("stream", () -> lines.map(String::toUpperCase).collect(Collectors.toList()));
        }
        show("latin", () -> Files.readString(text, StandardCharsets.ISO_8859_1).length());
        show("ascii", () -> Files.readString(text, StandardCharsets.US_ASCII));
        show("size", () -> Files.size(text));
        show("missing", () -> Files.readString(gone));
        show("missing size", () -> Files.size(gone));
        show("missing stream", () -> new FileInputStream(gone.toFile()));
        show("missing writer", () -> new FileWriter(gone.toFile()));
        show("missing directory", () -> Files.writeString(gone, "x"));
        show("directory as file", () -> Files.readString(root));
        show("directory stream", () -> new FileReader(root.toFile()));
        show("write to directory", () -> Files.writeString(root, "x"));
        show("file as directory", () -> Files.readString(text.resolve("x")));
        show("create new", () -> Files.createFile(text));
        show("create directory", () -> Files.createDirectory(text));
        show("create directories", () -> Files.createDirectories(root.resolve("a/b/c")));
        show("create again", () -> Files.createDirectories(root.resolve("a/b")));
        show("below a file", () -> Files.createDirectories(text.resolve("d")));
        show("delete full", () -> {
            Files.delete(root.resolve("a"));
            return "deleted";
        });
        show("delete missing", () -> {
            Files.delete(gone);
            return "deleted";
        });
        show("delete if exists", () -> Files.deleteIfExists(gone));
        show("copy", () -> Files.copy(text, root.resolve("a/copy.txt")));
        show("copy again", () -> Files.copy(text, root.resolve("a/copy.txt")));
        show("replace", () -> Files.copy(text, root.resolve("a/copy.txt"), StandardCopyOption.REPLACE_EXISTING));
        show("copied", () -> Files.readAllLines(root.resolve("a/copy.txt")));
        show("copy in", () -> Files.copy(new ByteArrayInputStream(new byte[] {1, 2, 3}), root.resolve("raw")));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        show("copy out", () -> Files.copy(root.resolve("raw"), bytes) + " " + Arrays.toString(bytes.toByteArray()));
        show("move", () -> Files.move(root.resolve("raw"), root.resolve("a/raw")));
        show("moved", () -> Files.exists(root.resolve("raw")) + " " + Files.size(root.resolve("a/raw")));
        show("same", () -> Files.isSameFile(text, root.resolve("a/../text.txt")));
        show("mismatch", () -> Files.mismatch(text, root.resolve("a/copy.txt")));
        show("kinds", () -> Files.isDirectory(root) + " " + Files.isRegularFile(text) + " " + Files.isSymbolicLink(text)
                + " " + Files.isHidden(root.resolve(".x")) + " " + Files.notExists(gone) + " " + Files.isReadable(text));
        show("attributes", () -> {
            BasicFileAttributes attributes = Files.readAttributes(text, BasicFileAttributes.class);
            return attributes.isRegularFile() + " " + attributes.isOther() + " " + attributes.size();
        });
        show("walk", () -> {
            try (Stream<Path> all = Files.walk(root)) {
                return all.map(Path::toString).sorted().collect(Collectors.toList());
            }
        });
        show("glob", () -> {
            List<String> names = new ArrayList<>();
            try (DirectoryStream<Path> all = Files.newDirectoryStream(root.resolve("a"), "*.txt")) {
                all.forEach(path -> names.add(path.getFileName().toString()));
            }
            return names;
        });
        show("list missing", () -> Files.list(gone));
        show("append", () -> Files.write(text, List.of("x", "y"), StandardOpenOption.APPEND));
        show("append missing", () -> Files.write(gone, List.of("x"), StandardOpenOption.APPEND));
        show("appended", () -> Files.readAllLines(text).size());
        try (FileChannel channel = FileChannel.open(text, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            show("channel", () -> channel.size() + " " + channel.position());
            show("channel write", () -> channel.write(ByteBuffer.wrap(new byte[] {'T'}), 4));
            show("channel truncate", () -> channel.truncate(7).size());
            ByteBuffer buffer = ByteBuffer.allocate(20);
            show("channel read", () -> channel.read(buffer) + " " + channel.read(buffer) + " " + buffer.position());
        }
        show("truncated", () -> Files.readString(text));
        files();
    }

    static void files() throws Exception {
        File directory = root.toFile();
        File file = new File(directory, "old.txt");
        show("exists", file::exists);
        show("create", file::createNewFile);
        show("create again", file::createNewFile);
        show("length", file::length);
        show("mkdir", new File(directory, "x")::mkdir);
        show("mkdir again", new File(directory, "x")::mkdir);
        show("mkdirs", new File(directory, "x/y/z")::mkdirs);
        show("delete full", new File(directory, "x")::delete);
        show("rename", () -> file.renameTo(new File(directory, "x/new.txt")));
        show("gone", () -> file.exists() + " " + file.length() + " " + file.lastModified() + " " + file.delete());
        show("list", () -> {
            String[] names = new File(directory, "x").list();
            Arrays.sort(names);
            return Arrays.toString(names);
        });
        show("list files", () -> new File(directory, "x").listFiles(File::isFile).length);
        show("list nothing", () -> file.list());
        show("canonical", () -> new File(directory, "x/../x/./y").getCanonicalPath());
        show("absolute", () -> new File("a", "b").isAbsolute());
        try (PrintWriter out = new PrintWriter(new FileWriter(file))) {
            out.printf("%d %s%n", 7, "seven");
        }
        try (Scanner in = new Scanner(file)) {
            show("scanner", () -> in.nextInt() + in.next());
        }
        try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
            random.seek(12);
            random.writeUTF("h\u00e9");
            random.seek(0);
            show("random", () -> random.readLine() + " " + random.getFilePointer() + " " + random.length());
            random.setLength(3);
            show("cut", () -> random.length() + " " + random.getFilePointer());
        }
        show("read only", () -> {
            try (RandomAccessFile random = new RandomAccessFile(file, "r")) {
                random.write(1);
                return "written";
            }
        });
        show("mode", () -> new RandomAccessFile(file, "w"));
        FileInputStream in = new FileInputStream(file);
        show("input", () -> in.available() + " " + in.read() + " " + in.skip(1) + " " + in.read() + " " + in.read());
        in.close();
        show("closed", in::read);
        FileOutputStream out = new FileOutputStream(file, true);
        out.write(new byte[] {65, 66, 67}, 1, 2);
        out.close();
        show("output", () -> Files.readString(file.toPath()));
        show("closed output", () -> {
            out.write(1);
            return "written";
        });
        show("temporary", () -> File.createTempFile("cor", null, directory).getName().endsWith(".tmp"));
        show("short prefix", () -> File.createTempFile("c", null, directory));
    }
}
