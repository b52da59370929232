import cortado.Any;
import java.util.BitSet;

// Primes by the sieve of Eratosthenes, against trial division.
public class Sieve {
    static BitSet primes(int limit) {
        BitSet primes = new BitSet(limit);
        primes.set(2, limit);
        for (int i = 2; i * i < limit - 10; i++) {
            if (primes.get(i)) {
                for (int j = i * i; j < limit; j += i) {
                    primes.clear(j);
                }
            }
        }
        return primes;
    }

    public static void main(String[] args) {
        BitSet primes = primes(50);
        int n = Any.anInt(2, 49);
        boolean prime = true;
        for (int d = 2; d * d <= n; d++) {
            prime &= n % d != 0;
        }
        assert primes.get(n) == prime;
        assert primes.nextSetBit(32) == 37;
    }
}
