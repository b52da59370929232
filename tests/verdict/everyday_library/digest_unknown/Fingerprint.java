import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** A misspelt algorithm shows only when it is asked for. */
public class Fingerprint {
    static String of(String algorithm, String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            return Base64.getEncoder().encodeToString(digest.digest(text.getBytes()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        String algorithm = cortado.Any.oneOf("MD5", "SHA-1", "SHA-512/256");
        assert of(algorithm, "abc").length() % 4 == 0;
    }
}
