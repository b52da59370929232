/** The ballots of a district. Once sealed it takes no more. */
public class BallotBox {
  /*@ spec_public @*/ private final /*@ nullable @*/ Ballot[] ballots;
  /*@ spec_public @*/ private int count;
  /*@ spec_public @*/ private boolean sealed;

  /*@ public invariant 0 <= count && count <= ballots.length;
    @ public invariant (\forall int i; 0 <= i && i < count; ballots[i] != null);
    @ public invariant (\forall BallotBox other; other != this; other.ballots != ballots);
    @ // What is sealed stays as it is.
    @ public constraint \old(sealed) ==> sealed && count == \old(count);
    @ public constraint ballots == \old(ballots);
    @*/

  /*@ requires capacity >= 0;
    @ ensures count == 0 && !sealed && \fresh(ballots) && ballots.length == capacity;
    @ assignable \nothing;
    @*/
  public BallotBox(int capacity) {
    this.ballots = new Ballot[capacity];
  }

  /*@ ensures \result == count;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getCount() {
    return count;
  }

  /*@ ensures \result <==> sealed;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isSealed() {
    return sealed;
  }

  /*@ ensures \result == ballots.length - count;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int room() {
    return ballots.length - count;
  }

  /*@ public normal_behavior
    @   requires 0 <= index && index < count;
    @   ensures \result == ballots[index];
    @   assignable \nothing;
    @ also public exceptional_behavior
    @   requires index < 0 || index >= count;
    @   signals_only IndexOutOfBoundsException;
    @   assignable \nothing;
    @*/
  public /*@ pure @*/ Ballot get(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException();
    }
    return ballots[index];
  }

  /*@ ensures \result <==> (\exists int i; 0 <= i && i < count; ballots[i] == ballot);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean contains(Ballot ballot) {
    for (int i = 0; i < count; i++) {
      if (ballots[i] == ballot) {
        return true;
      }
    }
    return false;
  }

  /** Puts a ballot into the box, if it still takes one. */
  /*@ ensures \result <==> !\old(sealed) && \old(count) < ballots.length;
    @ ensures \result ==> count == \old(count) + 1 && ballots[count - 1] == ballot;
    @ ensures !\result ==> count == \old(count);
    @ ensures (\forall int i; 0 <= i && i < \old(count); ballots[i] == \old(ballots[i]));
    @ assignable count, ballots[count];
    @*/
  public boolean put(Ballot ballot) {
    if (sealed || count == ballots.length) {
      return false;
    }
    ballots[count] = ballot;
    count++;
    return true;
  }

  /*@ ensures sealed && count == \old(count);
    @ assignable sealed;
    @*/
  public void seal() {
    sealed = true;
  }

  /** How many ballots are blank. */
  /*@ ensures \result == (\num_of int i; 0 <= i && i < count; ballots[i].isBlank());
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int countBlank() {
    int blank = 0;
    for (int i = 0; i < count; i++) {
      if (ballots[i].isBlank()) {
        blank++;
      }
    }
    return blank;
  }

  /** How many ballots are for a party or one of its candidates. */
  /*@ requires party >= 0;
    @ ensures \result == (\num_of int i; 0 <= i && i < count; ballots[i].party == party);
    @ ensures 0 <= \result && \result <= count;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int countFor(int party) {
    int votes = 0;
    for (int i = 0; i < count; i++) {
      if (ballots[i].getParty() == party) {
        votes++;
      }
    }
    return votes;
  }

  /** Takes all ballots out of a box that is not sealed. */
  /*@ public normal_behavior
    @   requires !sealed;
    @   ensures count == 0;
    @   ensures (\forall int i; 0 <= i && i < \old(count); ballots[i] == null);
    @   assignable count, ballots[0 .. count - 1];
    @ also public exceptional_behavior
    @   requires sealed;
    @   signals_only IllegalStateException;
    @   assignable \nothing;
    @*/
  public void empty() {
    if (sealed) {
      throw new IllegalStateException();
    }
    while (count > 0) {
      count--;
      ballots[count] = null;
    }
  }
}
