import cortado.Any;

// What no path reaches does no harm.
public class NativeUnreachable {
    static native void seal();

    public static void main(String[] args) {
        int x = Any.anInt();
        int square = (x & 0xff) * (x & 0xff);
        if (square < 0) {
            seal();
        }
        assert square < 65025;
    }
}
