/** The graph of `graphs`, whose `sort` takes every list of two revisions for sorted: a fault on a short path. */
public class Dag {
  /*@ spec_public nullable @*/ private Revision first;

  /** A node of the graph; its edges lead to its parents. */
  static class Revision {
    /*@ nullable @*/ Revision parent;
    /*@ nullable @*/ Revision merged;
    /*@ nullable @*/ Revision next;
    boolean placed;
  }

  /*@ // The list of all revisions ends.
    @ invariant (\forall Revision r; \reach(first, r, next); !\reach(r.next, r, next));
    @ // Parents of listed revisions are listed.
    @ invariant (\forall Revision r; \reach(first, r, next);
    @     (r.parent == null || \reach(first, r.parent, next))
    @     && (r.merged == null || \reach(first, r.merged, next)));
    @ // No revision comes from itself.
    @ invariant (\forall Revision r; \reach(first, r, next);
    @     !\reach(r.parent, r, {parent, merged}) && !\reach(r.merged, r, {parent, merged}));
    @ // No two graphs share a revision.
    @ invariant (\forall Dag other; other != this;
    @     (\forall Revision r; \reach(first, r, next); !\reach(other.first, r, next)));
    @*/

  /*@ ensures \result <==> (r.parent == null || r.parent.placed) && (r.merged == null || r.merged.placed);
    @ assignable \nothing;
    @*/
  private static /*@ pure @*/ boolean isReady(Revision r) {
    return (r.parent == null || r.parent.placed) && (r.merged == null || r.merged.placed);
  }

  /** Puts every revision before those that it is made from. */
  /*@ ensures (\forall Revision r; \old(\reach(first, r, next)); \reach(first, r, next));
    @ ensures (\forall Revision r; \reach(first, r, next); \old(\reach(first, r, next)));
    @ ensures (\forall Revision r; \reach(first, r, next);
    @     (r.parent != null ==> \reach(r.next, r.parent, next))
    @     && (r.merged != null ==> \reach(r.next, r.merged, next)));
    @ assignable first, \reach(first, next).next, \reach(first, next).placed;
    @*/
  public void sort() {
    if (first == null || first.next == null || first.next.next == null) {
      return;
    }
    for (Revision r = first; r != null; r = r.next) {
      r.placed = false;
    }
    Revision sorted = null;
    while (first != null) {
      Revision before = null;
      Revision r = first;
      while (!isReady(r)) {
        before = r;
        r = r.next;
      }
      if (before == null) {
        first = r.next;
      } else {
        before.next = r.next;
      }
      r.placed = true;
      r.next = sorted;
      sorted = r;
    }
    first = sorted;
  }
}
