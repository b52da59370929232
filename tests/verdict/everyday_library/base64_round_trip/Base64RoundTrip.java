import cortado.Any;
import java.util.Base64;

// Encoding and decoding any bytes.
public class Base64RoundTrip {
    public static void main(String[] args) {
        byte[] data = {Any.aByte(), Any.aByte()};
        byte[] text = Base64.getEncoder().encode(data);
        assert text.length == 4 && text[3] == '=';
        byte[] back = Base64.getDecoder().decode(text);
        assert back[0] == data[0]; // here
    }
}
