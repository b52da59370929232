/** The share of all valid votes that a party needs to get seats: a part of so many. */
public class Threshold {
  /*@ spec_public @*/ private final int part;
  /*@ spec_public @*/ private final int whole;

  /*@ public invariant 0 <= part && part <= whole && 0 < whole;
    @*/

  /*@ public normal_behavior
    @   requires 0 <= part && part <= whole && 0 < whole;
    @   ensures this.part == part && this.whole == whole;
    @   assignable \nothing;
    @ also public exceptional_behavior
    @   requires part < 0 || part > whole || whole <= 0;
    @   signals_only IllegalArgumentException;
    @   assignable \nothing;
    @*/
  public Threshold(int part, int whole) {
    if (part < 0 || part > whole || whole <= 0) {
      throw new IllegalArgumentException();
    }
    this.part = part;
    this.whole = whole;
  }

  /** Whether so many of all votes are enough. */
  /*@ requires 0 <= votes && votes <= all;
    @ ensures \result <==> (\bigint) votes * (\bigint) whole >= (\bigint) all * (\bigint) part;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isPassed(int votes, int all) {
    return (long) votes * whole >= (long) all * part;
  }

  /** How many parties pass. */
  /*@ requires (\forall int p; 0 <= p && p < tally.votes.length; tally.votes[p] <= 3);
    @ ensures \result == (\num_of int p; 0 <= p && p < tally.votes.length;
    @     isPassed(tally.votes[p], tally.valid()));
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int countPassed(Tally tally) {
    int all = tally.valid();
    int passed = 0;
    for (int p = 0; p < tally.getParties(); p++) {
      if (isPassed(tally.getVotes(p), all)) {
        passed++;
      }
    }
    return passed;
  }

  /** Whether it is a stricter threshold than another, or as strict. */
  /*@ ensures \result <==> (\bigint) part * (\bigint) other.whole >= (\bigint) other.part * (\bigint) whole;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isAtLeast(Threshold other) {
    return (long) part * other.whole >= (long) other.part * whole;
  }
}
