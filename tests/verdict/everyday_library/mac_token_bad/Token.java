import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

/** Signs a text with a shared key. */
public class Token {
    static byte[] sign(String key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.getBytes(), "HmacSHA256"));
        return mac.doFinal(text.getBytes());
    }

    public static void main(String[] args) throws GeneralSecurityException {
        String text = cortado.Any.oneOf("what do ya want for nothing?", "nothing");
        String signature = HexFormat.of().formatHex(sign("Jefe", text));
        assert signature.length() == 64;
        assert signature.startsWith("5bdcc146bf60754e");
    }
}
