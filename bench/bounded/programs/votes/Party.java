/** A party and its list of candidates. */
public class Party {
  /*@ spec_public @*/ private final int number;
  /*@ spec_public @*/ private final /*@ nullable @*/ Candidate[] candidates;
  /** How many candidates there are; the others of the array are null. */
  /*@ spec_public @*/ private int size;
  /** Votes for the party as a whole, without those for a candidate. */
  /*@ spec_public @*/ private int listVotes;
  /*@ spec_public @*/ private int seats;

  /*@ public invariant number >= 0;
    @ public invariant 0 <= size && size <= candidates.length;
    @ public invariant (\forall int i; 0 <= i && i < size; candidates[i] != null);
    @ public invariant listVotes >= 0 && seats >= 0;
    @ // No two parties share the array of candidates.
    @ public invariant (\forall Party other; other != this; other.candidates != candidates);
    @*/

  /*@ requires number >= 0 && places >= 0;
    @ ensures this.number == number && size == 0 && listVotes == 0 && seats == 0;
    @ ensures \fresh(candidates) && candidates.length == places;
    @ assignable \nothing;
    @*/
  public Party(int number, int places) {
    this.number = number;
    this.candidates = new Candidate[places];
  }

  /*@ ensures \result == number;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getNumber() {
    return number;
  }

  /*@ ensures \result == size;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getSize() {
    return size;
  }

  /*@ ensures \result == seats;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int getSeats() {
    return seats;
  }

  /*@ requires 0 <= index && index < size;
    @ ensures \result == candidates[index];
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ Candidate getCandidate(int index) {
    return candidates[index];
  }

  /*@ ensures \result <==> size == candidates.length;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isFull() {
    return size == candidates.length;
  }

  /** Whether a candidate is on the list. */
  /*@ ensures \result <==> (\exists int i; 0 <= i && i < size; candidates[i] == candidate);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean hasCandidate(Candidate candidate) {
    for (int i = 0; i < size; i++) {
      if (candidates[i] == candidate) {
        return true;
      }
    }
    return false;
  }

  /** Adds a candidate at the end of the list. */
  /*@ public normal_behavior
    @   requires size < candidates.length;
    @   ensures size == \old(size) + 1 && candidates[size - 1] == candidate;
    @   assignable size, candidates[size];
    @ also public exceptional_behavior
    @   requires size == candidates.length;
    @   signals_only IllegalStateException;
    @   assignable \nothing;
    @*/
  public void addCandidate(Candidate candidate) {
    if (isFull()) {
      throw new IllegalStateException("the list is full");
    }
    candidates[size++] = candidate;
  }

  /** The place of a candidate on the list, -1 if there is none. */
  /*@ ensures \result == -1 <==> !hasCandidate(candidate);
    @ ensures \result != -1 ==> 0 <= \result && \result < size && candidates[\result] == candidate;
    @ ensures (\forall int i; 0 <= i && i < \result; candidates[i] != candidate);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int indexOf(Candidate candidate) {
    for (int i = 0; i < size; i++) {
      if (candidates[i] == candidate) {
        return i;
      }
    }
    return -1;
  }

  /** Adds one vote for the party as a whole. */
  /*@ requires listVotes + 1 > 0;
    @ ensures listVotes == \old(listVotes) + 1;
    @ assignable listVotes;
    @*/
  public void voteForList() {
    listVotes++;
  }

  /** All votes for the party and its candidates. */
  /*@ requires (\sum int i; 0 <= i && i < size; (\bigint) candidates[i].votes) + (\bigint) listVotes <= limit;
    @ requires limit >= 0;
    @ ensures \result == listVotes + (\sum int i; 0 <= i && i < size; candidates[i].votes);
    @ ensures 0 <= \result && \result <= limit;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int totalVotes(int limit) {
    int total = listVotes;
    for (int i = 0; i < size; i++) {
      total += candidates[i].getVotes();
    }
    return total;
  }

  /** The candidate whom no other is ahead of, of those who are not elected yet; null if all are. */
  /*@ ensures \result == null <==> (\forall int i; 0 <= i && i < size; candidates[i].elected);
    @ ensures \result != null ==> hasCandidate(\result) && !\result.elected;
    @ ensures \result != null ==>
    @     (\forall int i; 0 <= i && i < size && !candidates[i].elected; !candidates[i].isAheadOf(\result));
    @ assignable \nothing;
    @*/
  public /*@ pure nullable @*/ Candidate next() {
    Candidate best = null;
    for (int i = 0; i < size; i++) {
      Candidate candidate = candidates[i];
      if (!candidate.isElected() && (best == null || candidate.isAheadOf(best))) {
        best = candidate;
      }
    }
    return best;
  }

  /*@ requires seats >= 0;
    @ ensures this.seats == seats;
    @ assignable this.seats;
    @*/
  public void setSeats(int seats) {
    this.seats = seats;
  }

  /** Elects as many candidates as there are seats, as far as there are candidates. */
  /*@ requires (\forall int i, j; 0 <= i && i < j && j < size; candidates[i] != candidates[j]);
    @ requires (\forall int i; 0 <= i && i < size; !candidates[i].elected);
    @ ensures \result == (seats < size ? seats : size);
    @ ensures \result == (\num_of int i; 0 <= i && i < size; candidates[i].elected);
    @ ensures (\forall int i, j; 0 <= i && i < size && 0 <= j && j < size;
    @     candidates[i].elected && !candidates[j].elected ==> !candidates[j].isAheadOf(candidates[i]));
    @ assignable candidates[0 .. size - 1].elected;
    @*/
  public int electCandidates() {
    int elected = 0;
    while (elected < seats) {
      Candidate candidate = next();
      if (candidate == null) {
        break;
      }
      candidate.elect();
      elected++;
    }
    return elected;
  }

  /** Forgets all votes and seats. */
  /*@ ensures listVotes == 0 && seats == 0;
    @ ensures (\forall int i; 0 <= i && i < size; candidates[i].votes == 0 && !candidates[i].elected);
    @ assignable listVotes, seats, candidates[0 .. size - 1].votes, candidates[0 .. size - 1].elected;
    @*/
  public void reset() {
    listVotes = 0;
    seats = 0;
    for (int i = 0; i < size; i++) {
      candidates[i].reset();
    }
  }
}
