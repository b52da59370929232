/** A list of numbers. `cortado verify examples/contracts` finds what is wrong with one of its methods. */
public class IntList {
    static class Entry {
        int value;
        /*@ nullable @*/ Entry next;
    }

    /*@ nullable spec_public @*/ private Entry first;
    /*@ spec_public @*/ private int size;

    /*@ invariant (\forall Entry e; \reach(first, e, next); !\reach(e.next, e, next));
      @ invariant size == (\num_of Entry e; \reach(first, e, next); true); @*/

    /*@ ensures \result <==> (\exists Entry e; \reach(first, e, next); e.value == value);
      @ assignable \nothing; @*/
    public boolean contains(int value) {
        for (Entry entry = first; entry != null; entry = entry.next) {
            if (entry.value == value) {
                return true;
            }
        }
        return false;
    }

    /*@ ensures first != null && first.value == value && first.next == \old(first);
      @ ensures \fresh(first);
      @ assignable first, size; @*/
    public void push(int value) {
        Entry entry = new Entry();
        entry.value = value;
        entry.next = first;
        first = entry;
        size++;
    }

    /*@ public normal_behavior
      @   requires first != null;
      @   ensures \result == \old(first.value) && first == \old(first.next);
      @   assignable first, size;
      @ also public exceptional_behavior
      @   requires first == null;
      @   signals_only IllegalStateException;
      @   assignable \nothing; @*/
    public int pop() {
        if (first == null) {
            throw new IllegalStateException("empty");
        }
        int value = first.value;
        first = first.next;
        size--;
        return value;
    }

    /*@ ensures !(\exists Entry e; \reach(first, e, next); e.value == value);
      @ assignable \everything; @*/
    public void remove(int value) {
        Entry before = null;
        for (Entry entry = first; entry != null; entry = entry.next) {
            if (entry.value == value) {
                if (before == null) {
                    first = entry.next;
                } else {
                    before.next = entry.next;
                }
                size--;
            }
            before = entry;
        }
    }
}
