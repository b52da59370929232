import org.sosy_lab.sv_benchmarks.Verifier;

/** Counts grades; nobody looks at what comes in. */
public class Main {
    static final int GRADES = 6;

    static int[] histogram(int[] grades) {
        int[] count = new int[GRADES];
        for (int grade : grades) {
            if (grade > GRADES) {
                continue;
            }
            count[grade - 1]++;
        }
        return count;
    }

    public static void main(String[] args) {
        int[] grades = {Verifier.nondetInt(), Verifier.nondetInt(), 3};
        int[] count = histogram(grades);
        int sum = 0;
        for (int c : count) {
            sum += c;
        }
        assert sum <= grades.length;
        assert count[2] >= 1;
    }
}
