import cortado.Any;

// Every round doubles the number of waiting paths, and each of them keeps a page of data.
public class PathExplosion {
    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 40; i++) {
            int[] page = new int[4096];
            for (int j = 0; j < page.length; j++) {
                page[j] = i + j;
            }
            if (Any.aBoolean()) {
                page[i] = -1;
            }
            sum += page[i];
            keep = new Page(page, keep);
        }
        assert sum <= 40 * 40;
    }

    record Page(int[] data, Page next) {}

    static Page keep;
}
