import java.util.NoSuchElementException;

/** A hash map from names to numbers, with chains and no growing. */
public class SmallMap {
  private static class Entry {
    final String key;
    int value;
    final Entry next;

    Entry(String key, int value, Entry next) {
      this.key = key;
      this.value = value;
      this.next = next;
    }
  }

  private final Entry[] table = new Entry[8];
  private int size;

  /** Stores a number under a name and returns the one that was there, or null. */
  public Integer put(String key, int value) {
    Entry entry = find(key);
    if (entry != null) {
      int old = entry.value;
      entry.value = value;
      return old;
    }
    int bucket = bucket(key);
    table[bucket] = new Entry(key, value, table[bucket]);
    size++;
    return null;
  }

  public int get(String key) {
    Entry entry = find(key);
    if (entry == null) {
      throw new NoSuchElementException(key);
    }
    return entry.value;
  }

  public int getOrDefault(String key, int otherwise) {
    Entry entry = find(key);
    return entry == null ? otherwise : entry.value;
  }

  public boolean containsKey(String key) {
    return find(key) != null;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  private Entry find(String key) {
    for (Entry entry = table[bucket(key)]; entry != null; entry = entry.next) {
      if (entry.key.equals(key)) {
        return entry;
      }
    }
    return null;
  }

  private int bucket(String key) {
    return (key.hashCode() & 0x7fffffff) % table.length;
  }
}
