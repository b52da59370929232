import cortado.Any;
import java.util.UUID;

// Text that is no identifier is an IllegalArgumentException.
public class UuidParse {
    public static void main(String[] args) {
        String text = Any.oneOf("123e4567-e89b-12d3-a456-426614174000", "123e4567");
        UUID id = UUID.fromString(text); // here
        assert id.toString().equals(text);
    }
}
