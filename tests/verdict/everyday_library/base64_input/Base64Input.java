import cortado.Any;
import java.util.Base64;

// A token that may be malformed.
public class Base64Input {
    public static void main(String[] args) {
        String token = Any.oneOf("aGVsbG8=", "d29ybGQ=");
        byte[] bytes = Base64.getDecoder().decode(token); // here
        assert bytes.length == 5;
    }
}
