import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

// Bytes of characters beyond ASCII.
public class CharsetEncode {
    public static void main(String[] args) {
        ByteBuffer bytes = Charset.forName("utf-8").encode("h\u00e9");
        assert bytes.remaining() == 3; // here
        assert StandardCharsets.UTF_8.decode(bytes).toString().equals("h\u00e9");
        assert "h\u00e9".getBytes(StandardCharsets.ISO_8859_1).length == 2;
    }
}
