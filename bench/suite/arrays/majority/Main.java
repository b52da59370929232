import org.sosy_lab.sv_benchmarks.Verifier;

/** Boyer and Moore's vote without the second pass: the candidate need not be a majority. */
public class Main {
    static int candidate(int[] votes) {
        int candidate = 0;
        int lead = 0;
        for (int vote : votes) {
            if (lead == 0) {
                candidate = vote;
                lead = 1;
            } else if (vote == candidate) {
                lead++;
            } else {
                lead--;
            }
        }
        return candidate;
    }

    static int count(int[] votes, int whom) {
        int count = 0;
        for (int vote : votes) {
            if (vote == whom) {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        int[] votes = new int[5];
        for (int i = 0; i < votes.length; i++) {
            int vote = Verifier.nondetInt();
            Verifier.assume(vote >= 0 && vote <= 2);
            votes[i] = vote;
        }
        int winner = candidate(votes);
        assert count(votes, winner) > votes.length / 2;
    }
}
