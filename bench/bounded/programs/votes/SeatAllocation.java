/** Seats for parties by a method of divisors: each seat goes to the party with the largest quotient. */
public class SeatAllocation {
  /*@ spec_public @*/ private final Divisor divisor;
  /*@ spec_public @*/ private final int[] votes;
  /*@ spec_public @*/ private final int[] seats;
  /*@ spec_public @*/ private int given;

  /*@ public invariant votes != seats && votes.length == seats.length;
    @ public invariant (\forall int p; 0 <= p && p < votes.length; 0 <= votes[p] && votes[p] <= 3);
    @ public invariant (\forall int p; 0 <= p && p < seats.length; 0 <= seats[p] && seats[p] <= 3);
    @ public invariant 0 <= given && given == (\sum int p; 0 <= p && p < seats.length; seats[p]);
    @ // Nobody else has its arrays.
    @ public invariant (\forall SeatAllocation other; other != this;
    @     other.seats != seats && other.votes != seats && other.seats != votes && other.votes != votes);
    @ public invariant (\forall Tally tally; true; tally.votes != votes && tally.votes != seats);
    @*/

  /*@ requires (\forall int p; 0 <= p && p < tally.votes.length; tally.votes[p] <= 3);
    @ ensures this.divisor == divisor && given == 0;
    @ ensures \fresh(votes) && votes.length == tally.votes.length;
    @ ensures (\forall int p; 0 <= p && p < votes.length; votes[p] == tally.votes[p]);
    @ ensures \fresh(seats) && (\forall int p; 0 <= p && p < seats.length; seats[p] == 0);
    @ assignable \nothing;
    @*/
  public SeatAllocation(Divisor divisor, Tally tally) {
    this.divisor = divisor;
    this.votes = new int[tally.getParties()];
    this.seats = new int[votes.length];
    for (int p = 0; p < votes.length; p++) {
      votes[p] = tally.getVotes(p);
    }
  }

  /*@ requires 0 <= party && party < seats.length;
    @ ensures \result == seats[party];
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getSeats(int party) {
    return seats[party];
  }

  /*@ ensures \result == given;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getGiven() {
    return given;
  }

  /** Whether the quotient of a party is larger than that of another; compared without a division. */
  /*@ requires 0 <= p && p < votes.length && 0 <= q && q < votes.length;
    @ ensures \result <==> votes[p] * divisor.after(seats[q]) > votes[q] * divisor.after(seats[p]);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isAhead(int p, int q) {
    return votes[p] * divisor.after(seats[q]) > votes[q] * divisor.after(seats[p]);
  }

  /** The party that the next seat goes to: the first of those that no other is ahead of. */
  /*@ requires votes.length > 0;
    @ ensures 0 <= \result && \result < votes.length;
    @ ensures (\forall int p; 0 <= p && p < votes.length; !isAhead(p, \result));
    @ ensures (\forall int p; 0 <= p && p < \result; isAhead(\result, p));
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int next() {
    int best = 0;
    for (int p = 1; p < votes.length; p++) {
      if (isAhead(p, best)) {
        best = p;
      }
    }
    return best;
  }

  /** Gives one seat. */
  /*@ public normal_behavior
    @   requires votes.length > 0 && (\forall int p; 0 <= p && p < seats.length; seats[p] < 3);
    @   ensures \result == \old(next());
    @   ensures seats[\result] == \old(seats[next()]) + 1 && given == \old(given) + 1;
    @   ensures (\forall int p; 0 <= p && p < seats.length && p != \result; seats[p] == \old(seats[p]));
    @   assignable given, seats[*];
    @ also public exceptional_behavior
    @   requires votes.length == 0;
    @   signals_only IllegalStateException;
    @   assignable \nothing;
    @*/
  public int giveSeat() {
    if (votes.length == 0) {
      throw new IllegalStateException();
    }
    int party = next();
    seats[party]++;
    given++;
    return party;
  }

  /** Gives so many seats. */
  /*@ requires votes.length > 0 && 0 <= number && number <= 3 && given == 0;
    @ ensures given == number;
    @ assignable given, seats[*];
    @*/
  public void give(int number) {
    for (int i = 0; i < number; i++) {
      giveSeat();
    }
  }

  /** Hands the seats to the parties. */
  /*@ requires \nonnullelements(parties) && parties.length == seats.length;
    @ requires (\forall int p, q; 0 <= p && p < q && q < parties.length; parties[p] != parties[q]);
    @ ensures (\forall int p; 0 <= p && p < parties.length; parties[p].seats == seats[p]);
    @ assignable parties[*].seats;
    @*/
  public void publish(Party[] parties) {
    for (int p = 0; p < parties.length; p++) {
      parties[p].setSeats(seats[p]);
    }
  }
}
