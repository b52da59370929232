/** Methods that run into the options that bound a path. */
public class Bounds {
    static int loop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i;
        return sum;
    }
    static int fixed() {
        int sum = 0;
        for (int i = 0; i < 100; i++) sum += i;
        return sum;
    }
    static int array(int n) { return new short[n].length; }
    static int references(int n) { return new String[n].length; }
    static int grid(int n) { return new int[n][2].length; }
    static int hoard() {
        int[][] kept = new int[100][];
        for (int i = 0; i < kept.length; i++) kept[i] = new int[20_000];
        return kept.length;
    }
    static int deep() { return down(500); }
    static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
    static int nulls(String s, int[] a, int i) { return (s == null ? 1 : 0) + (a == null ? 2 : 0) + i; }

    /// Two loops that begin at the same place.
    static int begunTogether(int n) {
        int m = 0;
        do {
            while ((n & 3) != 0) {
                n--;
            }
            n >>= 2;
            m++;
        } while (n != 0);
        return m;
    }

    /// A switch goes back to the head of the loop by itself.
    static int backFromSwitch(int n) {
        int m = 0;
        while (true) {
            m++;
            int k = n & 3;
            while (k > 0) {
                k--;
            }
            n >>= 2;
            switch (n) {
                case 0:
                    return m;
                case -1:
                    m++;
                    break;
                default:
                    continue;
            }
            m--;
        }
    }
}
