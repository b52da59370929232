/** A queue of characters in a fixed amount of room: the oldest leave first. */
public class RingBuffer {
  private final char[] buffer;
  private int head;
  private int size;

  public RingBuffer(int capacity) {
    if (capacity <= 0) {
      throw new IllegalArgumentException("capacity must be positive");
    }
    buffer = new char[capacity];
  }

  /** Adds a character, unless there is no room. */
  public boolean offer(char c) {
    if (size == buffer.length) {
      return false;
    }
    buffer[(head + size) % buffer.length] = c;
    size++;
    return true;
  }

  /** The oldest character, which leaves, or null. */
  public Character poll() {
    if (size == 0) {
      return null;
    }
    char c = buffer[head];
    head = (head + 1) % buffer.length;
    size--;
    return c;
  }

  public boolean contains(char c) {
    for (int i = 0; i < size; i++) {
      if (buffer[(head + i) % buffer.length] == c) {
        return true;
      }
    }
    return false;
  }

  public int size() {
    return size;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size; i++) {
      text.append(buffer[(head + i) % buffer.length]);
    }
    return text.toString();
  }
}
