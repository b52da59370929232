/** A singly linked list of integers. */
public class IntList {
  /*@ spec_public nullable @*/ private Entry header;

  /** One element and what comes after it. */
  static class Entry {
    int value;
    /*@ nullable @*/ Entry next;

    /*@ ensures this.value == value && this.next == next;
      @ assignable \nothing;
      @*/
    Entry(int value, /*@ nullable @*/ Entry next) {
      this.value = value;
      this.next = next;
    }
  }

  /*@ // The list ends.
    @ invariant (\forall Entry e; \reach(header, e, next); !\reach(e.next, e, next));
    @ // No two lists share an entry.
    @ invariant (\forall IntList other; other != this;
    @     (\forall Entry e; \reach(header, e, next); !\reach(other.header, e, next)));
    @*/

  /*@ ensures header == null;
    @ assignable \nothing;
    @*/
  public IntList() {
    header = null;
  }

  /*@ ensures \result <==> header == null;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isEmpty() {
    return header == null;
  }

  /*@ ensures \result <==> (\exists Entry e; \reach(header, e, next); e.value == key);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean contains(int key) {
    Entry e = this.header;
    while (e != null) {
      if (e.value == key) {
        return true;
      }
      e = e.next;
    }
    return false;
  }

  /*@ ensures \result == (\num_of Entry e; \reach(header, e, next); true);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int size() {
    int count = 0;
    for (Entry e = header; e != null; e = e.next) {
      count++;
    }
    return count;
  }

  /*@ ensures header != null && \fresh(header);
    @ ensures header.value == value && header.next == \old(header);
    @ assignable header;
    @*/
  public void addFirst(int value) {
    header = new Entry(value, header);
  }

  /*@ ensures (\forall Entry e; \old(\reach(header, e, next)); \reach(header, e, next));
    @ ensures (\exists Entry e; \reach(header, e, next); \fresh(e) && e.value == value && e.next == null);
    @ ensures (\num_of Entry e; \reach(header, e, next); true)
    @     == \old((\num_of Entry e; \reach(header, e, next); true)) + 1;
    @ ensures (\forall Entry e; \old(\reach(header, e, next)) && \old(e.next) != null; e.next == \old(e.next));
    @ assignable header, \reach(header, next).next;
    @*/
  public void addLast(int value) {
    Entry added = new Entry(value, null);
    if (header == null) {
      header = added;
      return;
    }
    Entry last = header;
    while (last.next != null) {
      last = last.next;
    }
    last.next = added;
  }

  /*@ ensures (\forall Entry e; \old(\reach(header, e, next)); \reach(header, e, next) <==> e.value != key);
    @ ensures (\forall Entry e; \reach(header, e, next); \old(\reach(header, e, next)));
    @ ensures (\forall Entry e, f; \reach(header, e, next) && \reach(header, f, next);
    @     \old(\reach(e, f, next)) ==> \reach(e, f, next));
    @ ensures \result <==> \old((\exists Entry e; \reach(header, e, next); e.value == key));
    @*/
  public boolean removeAll(int key) {
    boolean found = false;
    Entry before = null;
    Entry e = header;
    while (e != null) {
      if (e.value == key) {
        found = true;
        if (before == null) {
          header = e.next;
        } else {
          before.next = e.next;
        }
      } else {
        before = e;
      }
      e = e.next;
    }
    return found;
  }

  /*@ ensures (\forall Entry e; \old(\reach(header, e, next)); \reach(header, e, next));
    @ ensures (\forall Entry e; \reach(header, e, next); \old(\reach(header, e, next)));
    @ ensures (\forall Entry e, f; \old(\reach(header, e, next)) && \old(\reach(e, f, next)); \reach(f, e, next));
    @*/
  public void reverse() {
    Entry reversed = null;
    Entry e = header;
    while (e != null) {
      Entry rest = e.next;
      e.next = reversed;
      reversed = e;
      e = rest;
    }
    header = reversed;
  }
}
