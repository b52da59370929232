import cortado.Any;

// A program's main has no caller to blame: here an IllegalArgumentException is a violation.
public class RejectedInMain {
    static void check(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    public static void main(String[] args) {
        check(Any.anInt());
    }
}
