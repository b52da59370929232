/**
 * The heap of `heap`, with a fault: what rises and sinks copies the reference to a place of the heap where it should copy
 * the place, as happens to those who translate structures from C++.
 */
public class BinaryHeap {
  /*@ spec_public @*/ private final /*@ nullable @*/ HeapElement[] heap;
  /*@ spec_public @*/ private final /*@ nullable @*/ Element[] elems;
  /** How many of `heap` are in use; the others are null. */
  /*@ spec_public @*/ private int heapSize;
  /** How many of `elems` are in use. */
  /*@ spec_public @*/ private int elemCount;

  /** A place in the heap: a key, and the number of the element that it belongs to. */
  static class HeapElement {
    int key;
    int value;

    /*@ ensures this.key == key && this.value == value;
      @ assignable \nothing;
      @*/
    HeapElement(int key, int value) {
      this.key = key;
      this.value = value;
    }
  }

  /** What was inserted: a key, data, and the place in the heap, 0 for what has been removed. */
  static class Element {
    int key;
    int data;
    int index;

    /*@ ensures this.key == key && this.data == data && this.index == index;
      @ assignable \nothing;
      @*/
    Element(int key, int data, int index) {
      this.key = key;
      this.data = data;
      this.index = index;
    }
  }

  /*@ // What is in use is there, and nothing is there twice.
    @ invariant 1 <= heapSize && heapSize <= heap.length;
    @ invariant heapSize <= elemCount && elemCount <= elems.length;
    @ invariant (\forall int i; 0 <= i && i < heap.length; heap[i] != null <==> i < heapSize);
    @ invariant (\forall int i; 0 <= i && i < elems.length; elems[i] != null <==> i < elemCount);
    @ invariant (\forall int i, j; 0 <= i && i < j && j < heapSize; heap[i] != heap[j]);
    @ invariant (\forall int i, j; 0 <= i && i < j && j < elemCount; elems[i] != elems[j]);
    @ // Heap and elements match.
    @ invariant heap[0].value == 0;
    @ invariant (\forall int i; 0 <= i && i < heapSize;
    @     0 <= heap[i].value && heap[i].value < elemCount
    @     && elems[heap[i].value].index == i && elems[heap[i].value].key == heap[i].key);
    @ invariant (\forall int e; 0 <= e && e < elemCount;
    @     0 <= elems[e].index && elems[e].index < heapSize
    @     && (elems[e].index != 0 ==> heap[elems[e].index].value == e));
    @ // The order of a heap.
    @ invariant (\forall int i; 1 <= i && i < heapSize; heap[i / 2].key <= heap[i].key);
    @ // No two heaps share anything.
    @ invariant (\forall BinaryHeap other; other != this;
    @     heap != other.heap && elems != other.elems
    @     && (\forall int i, j; 0 <= i && i < heapSize && 0 <= j && j < other.heapSize; heap[i] != other.heap[j])
    @     && (\forall int i, j; 0 <= i && i < elemCount && 0 <= j && j < other.elemCount; elems[i] != other.elems[j]));
    @*/

  /** A heap for so many insertions, of keys that are not smaller than `least`. */
  /*@ requires 0 <= capacity && capacity + 1 > 0;
    @ ensures heapSize == 1 && elemCount == 1 && heap[0].key == least;
    @ ensures heap.length == capacity + 1 && elems.length == capacity + 1;
    @ ensures \fresh(heap) && \fresh(elems);
    @ assignable \nothing;
    @*/
  public BinaryHeap(int capacity, int least) {
    heap = new HeapElement[capacity + 1];
    elems = new Element[capacity + 1];
    heap[0] = new HeapElement(least, 0);
    elems[0] = new Element(least, 0, 0);
    heapSize = 1;
    elemCount = 1;
  }

  /*@ ensures \result <==> heapSize == 1;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isEmpty() {
    return heapSize == 1;
  }

  /*@ requires 0 < id && id < elemCount;
    @ ensures \result <==> elems[id].index != 0;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean isQueued(int id) {
    return elems[id].index != 0;
  }

  /*@ requires 0 < id && id < elemCount;
    @ ensures \result == elems[id].key;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int key(int id) {
    return elems[id].key;
  }

  /*@ requires 0 < id && id < elemCount;
    @ ensures \result == elems[id].data;
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int data(int id) {
    return elems[id].data;
  }

  /** The number of an element with the smallest key. */
  /*@ requires heapSize > 1;
    @ ensures 0 < \result && \result < elemCount && elems[\result].index != 0;
    @ ensures (\forall int e; 1 <= e && e < elemCount && elems[e].index != 0; elems[\result].key <= elems[e].key);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int minElement() {
    return heap[1].value;
  }

  /** Adds an element and gives its number. */
  /*@ requires elemCount < elems.length && heapSize < heap.length && heap[0].key <= key;
    @ ensures \result == \old(elemCount) && elemCount == \old(elemCount) + 1;
    @ ensures heapSize == \old(heapSize) + 1;
    @ ensures elems[\result].key == key && elems[\result].data == data && elems[\result].index != 0;
    @ ensures \fresh(elems[\result]);
    @ ensures (\forall int e; 0 <= e && e < \old(elemCount);
    @     elems[e] == \old(elems[e]) && elems[e].key == \old(elems[e].key) && elems[e].data == \old(elems[e].data)
    @     && (elems[e].index != 0 <==> \old(elems[e].index) != 0));
    @ ensures heap[0].key == \old(heap[0].key);
    @ assignable heapSize, elemCount, heap[heapSize], elems[elemCount],
    @     heap[0 .. heapSize - 1].key, heap[0 .. heapSize - 1].value, elems[0 .. elemCount - 1].index;
    @*/
  public int insert(int key, int data) {
    int id = elemCount;
    int index = heapSize;
    elems[id] = new Element(key, data, index);
    heap[index] = new HeapElement(key, id);
    elemCount++;
    heapSize++;
    rise(index);
    return id;
  }

  /** Gives an element a smaller key. */
  /*@ requires 0 < id && id < elemCount && elems[id].index != 0;
    @ requires heap[0].key <= key && key <= elems[id].key;
    @ ensures elems[id].key == key;
    @ ensures (\forall int e; 0 <= e && e < elemCount && e != id; elems[e].key == \old(elems[e].key));
    @ ensures (\forall int e; 0 <= e && e < elemCount; elems[e].index != 0 <==> \old(elems[e].index) != 0);
    @ assignable elems[id].key, heap[1 .. heapSize - 1].key, heap[1 .. heapSize - 1].value,
    @     elems[1 .. elemCount - 1].index;
    @*/
  public void decreaseKey(int id, int key) {
    int index = elems[id].index;
    elems[id].key = key;
    heap[index].key = key;
    rise(index);
  }

  /** Removes the element that `minElement` gives. */
  /*@ requires heapSize > 1;
    @ ensures heapSize == \old(heapSize) - 1;
    @ ensures elems[\old(heap[1].value)].index == 0;
    @ ensures (\forall int e; 0 <= e && e < elemCount && e != \old(heap[1].value);
    @     elems[e].index != 0 <==> \old(elems[e].index) != 0);
    @ assignable heapSize, heap[heapSize - 1], heap[1 .. heapSize - 1].key, heap[1 .. heapSize - 1].value,
    @     elems[1 .. elemCount - 1].index;
    @*/
  public void deleteMin() {
    HeapElement first = heap[1];
    HeapElement last = heap[heapSize - 1];
    elems[first.value].index = 0;
    dropHeap();
    if (heapSize > 1) {
      first.key = last.key;
      first.value = last.value;
      sink(1);
    }
  }

  private void dropHeap() {
    heapSize--;
    heap[heapSize] = null;
  }

  /** Moves what is at an index up, to where its key is not smaller than the one above. */
  private void rise(int index) {
    int key = heap[index].key;
    int value = heap[index].value;
    int above = index / 2;
    while (heap[above].key > key) {
      heap[index] = heap[above];
      elems[heap[index].value].index = index;
      index = above;
      above = index / 2;
    }
    heap[index].key = key;
    heap[index].value = value;
    elems[value].index = index;
  }

  /** Moves what is at an index down, to where its key is not larger than those below. */
  private void sink(int index) {
    int key = heap[index].key;
    int value = heap[index].value;
    int below = 2 * index;
    while (below < heapSize) {
      if (below + 1 < heapSize && heap[below + 1].key < heap[below].key) {
        below++;
      }
      if (heap[below].key >= key) {
        break;
      }
      heap[index] = heap[below];
      elems[heap[index].value].index = index;
      index = below;
      below = 2 * index;
    }
    heap[index].key = key;
    heap[index].value = value;
    elems[value].index = index;
  }
}
