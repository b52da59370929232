// Big integers that fit into a long.
import java.math.BigInteger;

public class Bigs {
    static void check(BigInteger n) {
        assert n.signum() < 1;
    }
}
