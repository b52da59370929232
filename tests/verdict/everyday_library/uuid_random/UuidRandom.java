import java.security.SecureRandom;
import java.util.UUID;

// Any value that the format allows.
public class UuidRandom {
    public static void main(String[] args) {
        UUID id = UUID.randomUUID();
        assert id.version() == 4 && id.variant() == 2;
        assert id.toString().charAt(14) == '4';
        assert id.equals(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()));
        assert !id.equals(new UUID(0, 0));
        int roll = new SecureRandom().nextInt(1 << 30);
        assert roll >= 0;
    }
}
