import cortado.Any;

// substring with symbolic bounds.
public class Substring {
    public static void main(String[] args) {
        String s = "abc";
        int from = Any.anInt(0, 3);
        int to = Any.anInt(0, 3);
        Any.assume(from <= to);
        String t = s.substring(from, to);
        assert t.length() == to - from;
        assert s.contains(t);
    }
}
