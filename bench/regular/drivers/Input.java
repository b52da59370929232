import cortado.Any;
import java.util.Arrays;

/** Bytes, some of which may be anything. */
final class Input {
    private byte[] bytes = new byte[64];
    private int length;

    Input(String text) {
        text(text);
    }

    void text(String text) {
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
    }

    /** So many bytes of ASCII. */
    void any(int count) {
        for (int i = 0; i < count; i++) {
            any();
        }
    }

    /** The same without one character. */
    void anyBut(char excluded, int count) {
        for (int i = 0; i < count; i++) {
            Any.assume(any() != excluded);
        }
    }

    private byte any() {
        byte any = Any.aByte();
        Any.assume(any >= 0);
        bytes[length++] = any;
        return any;
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }
}
