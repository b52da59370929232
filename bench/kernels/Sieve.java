/** Counts primes below a million with a sieve of Eratosthenes; the size is the number of rounds. */
public class Sieve {
    private static final int LIMIT = 1_000_000;

    public static void main(String[] a) {
        int rounds = a.length > 0 ? Integer.parseInt(a[0]) : 75;
        long checksum = 0;
        for (int round = 0; round < rounds; round++) {
            checksum = checksum * 31 + count(new boolean[LIMIT - round]);
        }
        System.out.println("checksum " + checksum);
    }

    private static int count(boolean[] composite) {
        int count = 0;
        for (int i = 2; i < composite.length; i++) {
            if (composite[i]) {
                continue;
            }
            count++;
            for (long j = (long) i * i; j < composite.length; j += i) {
                composite[(int) j] = true;
            }
        }
        return count;
    }
}
