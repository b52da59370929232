import org.sosy_lab.sv_benchmarks.Verifier;

/** Splitting an amount of cents among people loses nothing and is fair to the cent. */
public class Main {
    static int[] split(int cents, int people) {
        int[] shares = new int[people];
        int each = cents / people;
        int rest = cents % people;
        for (int i = 0; i < people; i++) {
            shares[i] = each + (i < rest ? 1 : 0);
        }
        return shares;
    }

    public static void main(String[] args) {
        int cents = Verifier.nondetInt();
        int people = Verifier.nondetInt();
        Verifier.assume(cents >= 0);
        Verifier.assume(people >= 1 && people <= 4);
        int[] shares = split(cents, people);
        int sum = 0;
        for (int share : shares) {
            sum += share;
            assert share >= 0;
        }
        assert sum == cents;
        assert shares[0] - shares[people - 1] <= 1;
    }
}
