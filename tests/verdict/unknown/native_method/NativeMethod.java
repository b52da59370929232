// Nothing is known about a native method of the user's own.
public class NativeMethod {
    static native int magic(int x);

    public static void main(String[] args) {
        assert magic(1) == 2;
    }
}
