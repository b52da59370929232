import cortado.Any;

// One path in which something unsupported is met is enough.
public class NativeBehindBranch {
    static native void seal();

    public static void main(String[] args) {
        int x = Any.anInt();
        if (x == 31337) {
            seal();
        }
        assert x == 31337 || x != 31337;
    }
}
