/** What a voter has put into the box: a party and one of its candidates, the party alone, or nothing. */
public class Ballot {
  /** The candidate of those who vote for a party as a whole. */
  public static final int NOBODY = 0;
  /** The party of a blank ballot. */
  public static final int BLANK = -1;

  /*@ spec_public @*/ private final int party;
  /*@ spec_public @*/ private final int candidate;
  /*@ spec_public @*/ private boolean counted;

  /*@ public invariant party >= BLANK && candidate >= NOBODY;
    @ public invariant party == BLANK ==> candidate == NOBODY;
    @*/

  /*@ public normal_behavior
    @   requires party >= 0 && candidate >= 0;
    @   ensures this.party == party && this.candidate == candidate && !counted;
    @   assignable \nothing;
    @ also public exceptional_behavior
    @   requires party < 0 || candidate < 0;
    @   signals_only IllegalArgumentException;
    @   assignable \nothing;
    @*/
  public Ballot(int party, int candidate) {
    if (party < 0 || candidate < 0) {
      throw new IllegalArgumentException();
    }
    this.party = party;
    this.candidate = candidate;
  }

  /** A blank ballot. */
  /*@ ensures party == BLANK && candidate == NOBODY && !counted;
    @ assignable \nothing;
    @*/
  public Ballot() {
    this.party = BLANK;
    this.candidate = NOBODY;
  }

  /*@ ensures \result == party;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getParty() {
    return party;
  }

  /*@ ensures \result == candidate;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getCandidate() {
    return candidate;
  }

  /*@ ensures \result <==> party == BLANK;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isBlank() {
    return party == BLANK;
  }

  /*@ ensures \result <==> party != BLANK && candidate == NOBODY;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isForList() {
    return party != BLANK && candidate == NOBODY;
  }

  /** Whether the party and the candidate exist. */
  /*@ ensures \result <==> party == BLANK || party < parties.length && candidate <= parties[party].size;
    @ requires \nonnullelements(parties);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isValid(Party[] parties) {
    if (isBlank()) {
      return true;
    }
    return party < parties.length && candidate <= parties[party].getSize();
  }

  /*@ ensures \result <==> counted;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isCounted() {
    return counted;
  }

  /** Notes that the ballot has been counted, which may happen once. */
  /*@ public normal_behavior
    @   requires !counted;
    @   ensures counted;
    @   assignable counted;
    @ also public exceptional_behavior
    @   requires counted;
    @   signals_only IllegalStateException;
    @   assignable \nothing;
    @*/
  public void markCounted() {
    if (counted) {
      throw new IllegalStateException();
    }
    counted = true;
  }
}
