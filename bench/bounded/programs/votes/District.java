/** A part of the country, with its voters and its box. */
public class District {
  /*@ spec_public @*/ private final int number;
  /*@ spec_public @*/ private final VoterRegister register;
  /*@ spec_public @*/ private final BallotBox box;

  /*@ public invariant number > 0;
    @*/

  /*@ requires number > 0;
    @ ensures this.number == number && this.register == register && this.box == box;
    @ assignable \nothing;
    @*/
  public District(int number, VoterRegister register, BallotBox box) {
    this.number = number;
    this.register = register;
    this.box = box;
  }

  /*@ ensures \result == number;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getNumber() {
    return number;
  }

  /*@ ensures \result == box;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ BallotBox getBox() {
    return box;
  }

  /** Whether the voters still can vote. */
  /*@ ensures \result <==> !box.sealed && box.count < box.ballots.length;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isOpen() {
    return !box.isSealed() && box.room() > 0;
  }

  /** Someone votes; only if the box takes the ballot is it noted. */
  /*@ ensures \result <==> \old(isOpen())
    @     && \old((\exists VoterRegister.Voter v; \reach(register.first, v, next); v.id == id && !v.voted));
    @ ensures \result ==> box.count == \old(box.count) + 1 && box.contains(ballot);
    @ ensures !\result ==> box.count == \old(box.count);
    @ ensures (\forall VoterRegister.Voter v; \reach(register.first, v, next);
    @     v.voted <==> \old(v.voted) || \result && v.id == id);
    @ assignable box.count, box.ballots[box.count], \reach(register.first, next).voted;
    @*/
  public boolean vote(int id, Ballot ballot) {
    if (!isOpen() || !register.markVoted(id)) {
      return false;
    }
    return box.put(ballot);
  }

  /** Closes the poll. */
  /*@ ensures box.sealed;
    @ assignable box.sealed;
    @*/
  public void close() {
    box.seal();
  }

  /** Counts the ballots of a closed poll. */
  /*@ public normal_behavior
    @   requires box.sealed;
    @   requires (\forall int i; 0 <= i && i < box.count; !box.ballots[i].counted);
    @   requires (\forall int i, j; 0 <= i && i < j && j < box.count; box.ballots[i] != box.ballots[j]);
    @   requires tally.blank <= 3 && tally.invalid <= 3;
    @   requires (\forall int p; 0 <= p && p < tally.votes.length; tally.votes[p] <= 3);
    @   ensures (\forall int i; 0 <= i && i < box.count; box.ballots[i].counted);
    @   ensures tally.blank == \old(tally.blank) + box.countBlank();
    @   ensures (\forall int p; 0 <= p && p < tally.votes.length;
    @       tally.votes[p] == \old(tally.votes[p]) + box.countFor(p));
    @   assignable tally.blank, tally.invalid, tally.votes[*], box.ballots[0 .. box.count - 1].counted;
    @ also public exceptional_behavior
    @   requires !box.sealed;
    @   signals_only IllegalStateException;
    @   assignable \nothing;
    @*/
  public void count(Tally tally) {
    if (!box.isSealed()) {
      throw new IllegalStateException();
    }
    for (int i = 0; i < box.getCount(); i++) {
      Ballot ballot = box.get(i);
      if (ballot.isBlank()) {
        tally.countBlank();
      } else {
        tally.count(ballot.getParty());
      }
      ballot.markCounted();
    }
  }
}
