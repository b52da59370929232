import java.util.UUID;

// A name-based identifier is a digest with version and variant put in.
public class UuidOfName {
    public static void main(String[] args) {
        UUID id = UUID.nameUUIDFromBytes(new byte[] {1, 2, 3});
        assert id.version() == 3; // here
        assert id.variant() == 2;
        assert UUID.fromString(id.toString()).equals(id);
    }
}
