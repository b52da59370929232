/** The middle of a range without the overflow: no input breaks either assertion. */
public class BinarySearchFixed {
  public static int middle(int lo, int hi) {
    if (lo < 0 || hi <= lo) {
      throw new IllegalArgumentException("empty range");
    }

    int mid = lo + (hi - lo) / 2;
    assert mid >= lo;
    assert mid < hi;
    return mid;
  }
}
