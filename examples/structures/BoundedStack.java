/** A stack of numbers with room for a fixed number of them. */
public class BoundedStack {
  private final int[] items;
  private int size;

  public BoundedStack(int capacity) {
    if (capacity < 1 || capacity > 100) {
      throw new IllegalArgumentException("capacity: " + capacity);
    }
    items = new int[capacity];
  }

  public void push(int item) {
    if (isFull()) {
      throw new IllegalStateException("full");
    }
    items[size++] = item;
  }

  public int pop() {
    if (isEmpty()) {
      throw new IllegalStateException("empty");
    }
    return items[--size];
  }

  /** The item that the next pop returns, or the given one if there is none. */
  public int peek(int otherwise) {
    return isEmpty() ? otherwise : items[size - 1];
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public boolean isFull() {
    return size == items.length;
  }

  public int size() {
    return size;
  }
}
