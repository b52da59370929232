import java.io.IOException;

// One byte of standard input, or its end.
public class FirstByte {
    public static void main(String[] args) throws IOException {
        int c = System.in.read();
        assert c >= 0;
        assert c < 128;
    }
}
