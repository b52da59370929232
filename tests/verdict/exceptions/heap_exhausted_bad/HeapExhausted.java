// A list of large arrays that are all kept fills the heap at last.
public class HeapExhausted {
    static class Block {
        final long[] data = new long[1 << 24];
        final Block next;

        Block(Block next) {
            this.next = next;
        }
    }

    public static void main(String[] args) {
        Block all = null;
        try {
            while (true) {
                all = new Block(all);
            }
        } catch (ArithmeticException e) {
            assert all == null || all.data.length > 0;
        }
    }
}
