import cortado.Any;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

// A configurable algorithm, one of which does not exist.
public class DigestNames {
    static int length(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm).getDigestLength();
        } catch (NoSuchAlgorithmException e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        String algorithm = Any.oneOf("MD5", "SHA-1", "sha-512", "CRC");
        assert length(algorithm) >= 16; // here
    }
}
