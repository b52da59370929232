// An object that the heap has no room for is no object: that the constructor fails says nothing about the method.
public class TooLarge {
    private final long[] cells;

    public TooLarge(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity");
        }
        cells = new long[capacity];
    }

    public int capacity() {
        assert cells.length > 0;
        return cells.length;
    }
}
