/** Those who may vote, in the order of their numbers, and whether they have. */
public class VoterRegister {
  /*@ spec_public nullable @*/ private Voter first;

  /** An entry of the register. */
  static class Voter {
    final int id;
    boolean voted;
    /*@ nullable @*/ Voter next;

    /*@ ensures this.id == id && !voted && this.next == next;
      @ assignable \nothing;
      @*/
    Voter(int id, /*@ nullable @*/ Voter next) {
      this.id = id;
      this.next = next;
    }
  }

  /*@ public invariant (\forall Voter v; \reach(first, v, next);
    @     (\forall Voter w; \reach(v.next, w, next); v.id < w.id));
    @ public invariant (\forall VoterRegister other; other != this;
    @     (\forall Voter v; \reach(first, v, next); !\reach(other.first, v, next)));
    @*/

  /*@ ensures first == null;
    @ assignable \nothing;
    @*/
  public VoterRegister() {}

  /** The entry with a number, null if there is none. */
  /*@ ensures \result == null <==> !(\exists Voter v; \reach(first, v, next); v.id == id);
    @ ensures \result != null ==> \reach(first, \result, next) && \result.id == id;
    @ assignable \nothing;
    @*/
  public /*@ pure nullable @*/ Voter find(int id) {
    Voter v = first;
    while (v != null && v.id < id) {
      v = v.next;
    }
    return v != null && v.id == id ? v : null;
  }

  /*@ ensures \result <==> (\exists Voter v; \reach(first, v, next); v.id == id);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isRegistered(int id) {
    return find(id) != null;
  }

  /** Adds a voter, unless there is one with that number. */
  /*@ ensures (\exists Voter v; \reach(first, v, next); v.id == id);
    @ ensures (\forall Voter v; \old(\reach(first, v, next)); \reach(first, v, next));
    @ ensures (\forall Voter v; \reach(first, v, next) && !\old(\reach(first, v, next));
    @     \fresh(v) && v.id == id && !v.voted);
    @ ensures \result <==> !\old(isRegistered(id));
    @ assignable first, \reach(first, next).next;
    @*/
  public boolean register(int id) {
    Voter before = null;
    Voter v = first;
    while (v != null && v.id < id) {
      before = v;
      v = v.next;
    }
    if (v != null && v.id == id) {
      return false;
    }
    Voter added = new Voter(id, v);
    if (before == null) {
      first = added;
    } else {
      before.next = added;
    }
    return true;
  }

  /** Strikes a voter who has not voted from the register. */
  /*@ ensures \result <==> \old((\exists Voter v; \reach(first, v, next); v.id == id && !v.voted));
    @ ensures (\forall Voter v; \old(\reach(first, v, next));
    @     \reach(first, v, next) <==> v.id != id || v.voted);
    @ ensures (\forall Voter v; \reach(first, v, next); \old(\reach(first, v, next)));
    @ assignable first, \reach(first, next).next;
    @*/
  public boolean strike(int id) {
    Voter before = null;
    Voter v = first;
    while (v != null && v.id != id) {
      before = v;
      v = v.next;
    }
    if (v == null || v.voted) {
      return false;
    }
    if (before == null) {
      first = v.next;
    } else {
      before.next = v.next;
    }
    return true;
  }

  /** Notes that someone votes: once, and only if registered. */
  /*@ ensures \result <==> \old((\exists Voter v; \reach(first, v, next); v.id == id && !v.voted));
    @ ensures (\forall Voter v; \reach(first, v, next); v.voted <==> \old(v.voted) || v.id == id);
    @ assignable \reach(first, next).voted;
    @*/
  public boolean markVoted(int id) {
    Voter v = find(id);
    if (v == null || v.voted) {
      return false;
    }
    v.voted = true;
    return true;
  }

  /*@ ensures \result == (\num_of Voter v; \reach(first, v, next); true);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int size() {
    int count = 0;
    for (Voter v = first; v != null; v = v.next) {
      count++;
    }
    return count;
  }

  /** How many have voted. */
  /*@ ensures \result == (\num_of Voter v; \reach(first, v, next); v.voted);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int turnout() {
    int count = 0;
    for (Voter v = first; v != null; v = v.next) {
      if (v.voted) {
        count++;
      }
    }
    return count;
  }
}
