/** An election, which goes from one phase to the next and never back. */
public class Election {
  public static final int PREPARING = 0;
  public static final int VOTING = 1;
  public static final int COUNTING = 2;
  public static final int FINISHED = 3;

  /*@ spec_public @*/ private int phase;
  /*@ spec_public @*/ private final Party[] parties;
  /*@ spec_public @*/ private final District[] districts;
  /*@ spec_public @*/ private final Tally tally;

  /*@ public invariant PREPARING <= phase && phase <= FINISHED;
    @ public invariant \nonnullelements(parties) && \nonnullelements(districts);
    @ public invariant tally.votes.length == parties.length;
    @ public constraint \old(phase) <= phase;
    @*/

  /*@ requires \nonnullelements(parties) && \nonnullelements(districts);
    @ ensures phase == PREPARING && this.parties == parties && this.districts == districts;
    @ ensures \fresh(tally) && tally.votes.length == parties.length;
    @ assignable \nothing;
    @*/
  public Election(Party[] parties, District[] districts) {
    this.parties = parties;
    this.districts = districts;
    this.tally = new Tally(parties.length);
  }

  /*@ ensures \result == phase;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getPhase() {
    return phase;
  }

  /*@ ensures \result == parties.length;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int countParties() {
    return parties.length;
  }

  /** Goes on to the next phase. */
  /*@ public normal_behavior
    @   requires phase < FINISHED;
    @   ensures phase == \old(phase) + 1;
    @   assignable phase;
    @ also public exceptional_behavior
    @   requires phase == FINISHED;
    @   signals_only IllegalStateException;
    @   assignable \nothing;
    @*/
  public void advance() {
    if (phase == FINISHED) {
      throw new IllegalStateException();
    }
    phase++;
  }

  /** The district with a number, null if there is none. */
  /*@ ensures \result == null <==> (\forall int d; 0 <= d && d < districts.length; districts[d].number != number);
    @ ensures \result != null ==> \result.number == number
    @     && (\exists int d; 0 <= d && d < districts.length; districts[d] == \result);
    @ assignable \nothing;
    @*/
  public /*@ pure nullable @*/ District findDistrict(int number) {
    for (int d = 0; d < districts.length; d++) {
      if (districts[d].getNumber() == number) {
        return districts[d];
      }
    }
    return null;
  }

  /** Whether every poll is closed. */
  /*@ ensures \result <==> (\forall int d; 0 <= d && d < districts.length; districts[d].box.sealed);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isClosed() {
    for (District district : districts) {
      if (!district.getBox().isSealed()) {
        return false;
      }
    }
    return true;
  }

  /** Ends the voting: closes all polls. */
  /*@ public normal_behavior
    @   requires phase == VOTING;
    @   ensures phase == COUNTING && isClosed();
    @   assignable phase, districts[*].box.sealed;
    @ also public exceptional_behavior
    @   requires phase != VOTING;
    @   signals_only IllegalStateException;
    @   assignable \nothing;
    @*/
  public void endVoting() {
    if (phase != VOTING) {
      throw new IllegalStateException();
    }
    for (int d = 0; d < districts.length; d++) {
      districts[d].close();
    }
    advance();
  }

  /** How many ballots there are in all boxes. */
  /*@ requires (\forall int d; 0 <= d && d < districts.length; districts[d].box.count <= 3);
    @ ensures \result == (\sum int d; 0 <= d && d < districts.length; districts[d].box.count);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int countBallots() {
    int sum = 0;
    for (int d = 0; d < districts.length; d++) {
      sum += districts[d].getBox().getCount();
    }
    return sum;
  }

  /** The party with the most votes; null if there is no party. */
  /*@ requires phase == FINISHED;
    @ ensures \result == null <==> parties.length == 0;
    @ ensures \result != null ==> (\exists int p; 0 <= p && p < parties.length;
    @     parties[p] == \result && (\forall int q; 0 <= q && q < parties.length; tally.votes[q] <= tally.votes[p]));
    @ assignable \nothing;
    @*/
  public /*@ pure nullable @*/ Party winner() {
    int leader = tally.leader();
    return leader < 0 ? null : parties[leader];
  }
}
