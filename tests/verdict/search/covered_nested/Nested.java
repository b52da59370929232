import cortado.Any;

/** Loops behind each other and within each other, which change fields, elements and flags. */
public class Nested {
    static int count;
    static int[] log = new int[3];
    long sum;

    int steps(int n) {
        int s = 0;
        while (n > 0) {
            n -= 3;
            s += 2;
            count++;
            sum += n;
            log[s & 1]++;
        }
        return s;
    }

    public static void main(String[] args) {
        int n = Any.anInt();
        int s = new Nested().steps(n);
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                s ^= j;
            }
        }
        boolean flag = false;
        while (Any.aBoolean()) {
            flag = !flag;
            if (flag) {
                s++;
            }
        }
        assert log.length == 3;
    }
}
