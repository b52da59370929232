import cortado.Any;
import java.util.BitSet;

// A BitSet as a set of primes.
public class BitSets {
    public static void main(String[] args) {
        BitSet composite = new BitSet(64);
        for (int i = 2; i * i < 64; i++) {
            for (int j = i * 2 + 1; j < 64; j += i) {
                composite.set(j);
            }
        }
        boolean first = Any.aBoolean();
        assert !composite.get(first ? 61 : 59);
        assert composite.nextClearBit(54) == 59;
    }
}
