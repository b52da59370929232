import cortado.Any;

// A violation on one path counts although another one could not be followed.
public class ViolationBeatsUnsupported {
    static native void seal();

    public static void main(String[] args) {
        int x = Any.anInt();
        if (x > 0) {
            seal();
        } else {
            assert x != -5;
        }
    }
}
