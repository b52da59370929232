/** The middle of a range, as binary search needs it; the way it stood in textbooks and libraries for decades. */
public class BinarySearch {
  public static int middle(int lo, int hi) {
    if (lo < 0 || hi <= lo) {
      throw new IllegalArgumentException("empty range");
    }

    int mid = (lo + hi) / 2;
    assert mid >= lo;
    return mid;
  }
}
