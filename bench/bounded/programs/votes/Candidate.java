/** Someone who can be voted for: a place on the list of a party. */
public class Candidate {
  /*@ spec_public @*/ private final int position;
  /*@ spec_public @*/ private int votes;
  /*@ spec_public @*/ private boolean elected;

  /*@ public invariant position > 0;
    @ public invariant votes >= 0;
    @*/

  /*@ requires position > 0;
    @ ensures this.position == position && votes == 0 && !elected;
    @ assignable \nothing;
    @*/
  public Candidate(int position) {
    this.position = position;
  }

  /*@ ensures \result == position;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getPosition() {
    return position;
  }

  /*@ ensures \result == votes;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getVotes() {
    return votes;
  }

  /*@ ensures \result <==> elected;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isElected() {
    return elected;
  }

  /** Adds one vote. */
  /*@ requires votes + 1 > 0;
    @ ensures votes == \old(votes) + 1;
    @ assignable votes;
    @*/
  public void vote() {
    votes++;
  }

  /** Adds the votes that were counted elsewhere. */
  /*@ public normal_behavior
    @   requires more >= 0 && votes + more >= 0;
    @   ensures votes == \old(votes) + more;
    @   assignable votes;
    @ also public exceptional_behavior
    @   requires more < 0;
    @   signals_only IllegalArgumentException;
    @   signals (IllegalArgumentException e) true;
    @   assignable \nothing;
    @*/
  public void addVotes(int more) {
    if (more < 0) {
      throw new IllegalArgumentException("a negative number of votes");
    }
    votes += more;
  }

  /*@ ensures elected;
    @ assignable elected;
    @*/
  public void elect() {
    elected = true;
  }

  /** Forgets all votes, for another count. */
  /*@ ensures votes == 0 && !elected;
    @ assignable votes, elected;
    @*/
  public void reset() {
    votes = 0;
    elected = false;
  }

  /** Whether this one comes before another: by votes, and with equally many by the place on the list. */
  /*@ ensures \result <==> votes > other.votes || votes == other.votes && position < other.position;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isAheadOf(Candidate other) {
    if (votes != other.votes) {
      return votes > other.votes;
    }
    return position < other.position;
  }
}
