/** The votes of each party, blank and invalid ones beside them. */
public class Tally {
  /*@ spec_public @*/ private final int[] votes;
  /*@ spec_public @*/ private int blank;
  /*@ spec_public @*/ private int invalid;

  /*@ public invariant (\forall int p; 0 <= p && p < votes.length; votes[p] >= 0);
    @ public invariant blank >= 0 && invalid >= 0;
    @ public invariant (\forall Tally other; other != this; other.votes != votes);
    @*/

  /*@ requires parties >= 0;
    @ ensures votes.length == parties && blank == 0 && invalid == 0 && \fresh(votes);
    @ ensures (\forall int p; 0 <= p && p < parties; votes[p] == 0);
    @ assignable \nothing;
    @*/
  public Tally(int parties) {
    this.votes = new int[parties];
  }

  /*@ ensures \result == votes.length;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getParties() {
    return votes.length;
  }

  /*@ requires 0 <= party && party < votes.length;
    @ ensures \result == votes[party] && \result >= 0;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getVotes(int party) {
    return votes[party];
  }

  /*@ ensures \result == blank;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getBlank() {
    return blank;
  }

  /*@ ensures \result == invalid;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getInvalid() {
    return invalid;
  }

  /** Counts one vote for a party, or an invalid one if there is no such party. */
  /*@ requires invalid + 1 > 0 && (\forall int p; 0 <= p && p < votes.length; votes[p] + 1 > 0);
    @ ensures 0 <= party && party < votes.length
    @     ? votes[party] == \old(votes[party]) + 1 && invalid == \old(invalid)
    @     : invalid == \old(invalid) + 1;
    @ ensures (\forall int p; 0 <= p && p < votes.length && p != party; votes[p] == \old(votes[p]));
    @ assignable invalid, votes[*];
    @*/
  public void count(int party) {
    if (0 <= party && party < votes.length) {
      votes[party]++;
    } else {
      invalid++;
    }
  }

  /*@ requires blank + 1 > 0;
    @ ensures blank == \old(blank) + 1;
    @ assignable blank;
    @*/
  public void countBlank() {
    blank++;
  }

  /** Adds what was counted elsewhere, for the same parties. */
  /*@ public normal_behavior
    @   requires other != this && other.votes.length == votes.length;
    @   requires blank + other.blank >= 0 && invalid + other.invalid >= 0;
    @   requires (\forall int p; 0 <= p && p < votes.length; votes[p] + other.votes[p] >= 0);
    @   ensures (\forall int p; 0 <= p && p < votes.length; votes[p] == \old(votes[p]) + other.votes[p]);
    @   ensures blank == \old(blank) + other.blank && invalid == \old(invalid) + other.invalid;
    @   assignable blank, invalid, votes[*];
    @ also public exceptional_behavior
    @   requires other.votes.length != votes.length;
    @   signals_only IllegalArgumentException;
    @   assignable \nothing;
    @*/
  public void add(Tally other) {
    if (other.votes.length != votes.length) {
      throw new IllegalArgumentException();
    }
    for (int p = 0; p < votes.length; p++) {
      votes[p] += other.votes[p];
    }
    blank += other.blank;
    invalid += other.invalid;
  }

  /** The valid votes: those for some party. */
  /*@ requires (\forall int p; 0 <= p && p < votes.length; votes[p] <= 3);
    @ ensures \result == (\sum int p; 0 <= p && p < votes.length; votes[p]);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int valid() {
    int sum = 0;
    for (int p = 0; p < votes.length; p++) {
      sum += votes[p];
    }
    return sum;
  }

  /** A party with the most votes, the first of them; -1 if there are no parties. */
  /*@ ensures votes.length == 0 <==> \result == -1;
    @ ensures \result != -1 ==> 0 <= \result && \result < votes.length;
    @ ensures (\forall int p; 0 <= p && p < votes.length; votes[p] <= votes[\result]);
    @ ensures (\forall int p; 0 <= p && p < \result; votes[p] < votes[\result]);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int leader() {
    int best = -1;
    for (int p = 0; p < votes.length; p++) {
      if (best == -1 || votes[p] > votes[best]) {
        best = p;
      }
    }
    return best;
  }

  /** Whether two parties have equally many votes and none has more. */
  /*@ ensures \result <==> (\exists int p, q; 0 <= p && p < q && q < votes.length;
    @     votes[p] == votes[q] && (\forall int r; 0 <= r && r < votes.length; votes[r] <= votes[p]));
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isTied() {
    int leader = leader();
    for (int p = leader + 1; p < votes.length; p++) {
      if (votes[p] == votes[leader]) {
        return true;
      }
    }
    return false;
  }

  /*@ ensures blank == 0 && invalid == 0 && (\forall int p; 0 <= p && p < votes.length; votes[p] == 0);
    @ assignable blank, invalid, votes[*];
    @*/
  public void clear() {
    blank = 0;
    invalid = 0;
    for (int p = 0; p < votes.length; p++) {
      votes[p] = 0;
    }
  }
}
