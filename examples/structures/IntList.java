/** A singly linked list of numbers. */
public class IntList {
  private static class Node {
    final int value;
    Node next;

    Node(int value) {
      this.value = value;
    }
  }

  private Node first;
  private int size;

  public void add(int value) {
    Node node = new Node(value);
    if (first == null) {
      first = node;
    } else {
      Node last = first;
      while (last.next != null) {
        last = last.next;
      }
      last.next = node;
    }
    size++;
  }

  public int get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("index " + index + " of " + size);
    }
    Node node = first;
    for (int i = 0; i < index; i++) {
      node = node.next;
    }
    return node.value;
  }

  /** The position of the first such value, or -1. */
  public int indexOf(int value) {
    int index = 0;
    for (Node node = first; node != null; node = node.next) {
      if (node.value == value) {
        return index;
      }
      index++;
    }
    return -1;
  }

  /** Removes the first such value and tells whether there was one. */
  public boolean remove(int value) {
    Node before = null;
    for (Node node = first; node != null; node = node.next) {
      if (node.value == value) {
        if (before == null) {
          first = node.next;
        } else {
          before.next = node.next;
        }
        size--;
        return true;
      }
      before = node;
    }
    return false;
  }

  public void reverse() {
    Node done = null;
    while (first != null) {
      Node next = first.next;
      first.next = done;
      done = first;
      first = next;
    }
    first = done;
  }

  public int size() {
    return size;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (Node node = first; node != null; node = node.next) {
      if (node != first) {
        text.append(", ");
      }
      text.append(node.value);
    }
    return text.append(']').toString();
  }
}
