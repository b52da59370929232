import cortado.Any;

// String.format goes through a good part of the library.
public class Format {
    public static void main(String[] args) {
        boolean b = Any.aBoolean();
        String s = String.format("%03d|%s|%5.2f", b ? 7 : 42, "x", 1.5);
        assert s.equals((b ? "007" : "042") + "|x| 1.50");
    }
}
