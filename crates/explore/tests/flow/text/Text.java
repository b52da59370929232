import java.io.*;
import java.util.*;

/** Streams, readers and writers of the program's own beneath those of the library. */
public class Text {
    static class Shout extends Writer {
        final StringBuilder to = new StringBuilder();
        @Override public void write(char[] c, int off, int len) { keep(new String(c, off, len)); }
        void keep(String s) { to.append(s.toUpperCase()); }
        @Override public void flush() { note(); }
        @Override public void close() { note(); }
        void note() { }
    }
    static class Letters extends Reader {
        int at;
        @Override public int read(char[] c, int off, int len) { if (at == 3) return -1; c[off] = letter(); return 1; }
        char letter() { return (char) ('a' + at++); }
        @Override public void close() { at = 3; }
    }
    static class Bytes extends OutputStream { int n; @Override public void write(int b) { count(); } void count() { n++; } }
    static class In extends InputStream { int n = 3; @Override public int read() { return step(); } int step() { return n-- > 0 ? 'x' : -1; } }
    static class Chars implements CharSequence {
        @Override public int length() { return size(); } int size() { return 2; }
        @Override public char charAt(int i) { return 'z'; }
        @Override public CharSequence subSequence(int a, int b) { return this; }
        @Override public String toString() { return "zz"; }
    }
    static class Name { String n = "n"; @Override public String toString() { return deep(); } String deep() { return n; } }

    public static void main(String[] args) throws IOException {
        PrintWriter out = new PrintWriter(new BufferedWriter(new Shout()));
        out.println(new Name());
        out.printf("%s %d%n", new Name(), 3);
        out.flush();
        out.close();
        BufferedReader in = new BufferedReader(new Letters());
        in.readLine();
        in.close();
        new BufferedReader(new InputStreamReader(new ByteArrayInputStream("q\n".getBytes()))).readLine();
        PrintStream old = System.out;
        PrintStream mine = new PrintStream(new Bytes());
        mine.println(new Name());
        mine.flush();
        System.setOut(mine);
        System.out.println(List.of(new Name()));
        System.setOut(old);
        DataInputStream data = new DataInputStream(new BufferedInputStream(new In()));
        data.read();
        StringBuilder sb = new StringBuilder();
        sb.append(new Name()).append(new Chars()).insert(0, new Name());
        String s = String.join("-", new Chars(), "x") + new Name() + List.of(new Name());
        s.contentEquals(new Chars());
        String.format("%s", new Name());
        String.valueOf((Object) new Name());
        Objects.toString(new Name());
        Objects.requireNonNull(new Name()).deep();
        StringWriter w = new StringWriter();
        new PrintWriter(w, true).println(new Name());
        Arrays.toString(new Name[] {new Name()});
        new StringJoiner(",").add(new Chars());
        Scanner scanner = new Scanner(new Letters());
        scanner.hasNext();
        System.out.println(s);
    }
}
