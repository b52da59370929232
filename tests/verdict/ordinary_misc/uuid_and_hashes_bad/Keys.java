import cortado.Any;
import java.util.Locale;
import java.util.UUID;

// UUIDs from constants, and hash codes that the specification fixes.
public class Keys {
    public static void main(String[] args) {
        UUID id = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        assert id.getMostSignificantBits() == 0x123e4567e89b12d3L;
        assert id.version() == 1 && id.variant() == 2;
        long low = Any.oneOf(0, 1, 255);
        UUID other = new UUID(0, low);
        assert other.toString().startsWith("00000000-0000-0000-0000-0000000000");
        assert other.toString().endsWith("01") == (low == 1);
        assert other.compareTo(new UUID(0, 1)) < 0 == low <= 1;
        assert "ab".hashCode() == 'a' * 31 + 'b';
        assert Boolean.hashCode(true) == 1231 && Long.hashCode(1L << 32) == 1;
        assert "TITLE".toLowerCase(Locale.ROOT).equals("title");
        assert Double.hashCode(0.0) == 0 && Character.hashCode('a') == 97;
    }
}
