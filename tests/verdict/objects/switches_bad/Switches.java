import cortado.Any;

// Dense and sparse switches, with fall-through, at their edges.
public class Switches {
    static int dense(int x) {
        int r = 0;
        switch (x) {
            case 1:
                r += 1;
            case 2:
                r += 2;
                r += 0;
            case 3:
                r += 4;
                break;
            default:
                r = -1;
        }
        return r;
    }

    static int sparse(int x) {
        return switch (x) {
            case Integer.MIN_VALUE -> 1;
            case 0, 1000 -> 2;
            case Integer.MAX_VALUE -> 3;
            default -> {
                int half = x / 2;
                yield half == 0 ? 4 : 5;
            }
        };
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        assert dense(x) == (x == 1 ? 3 : x == 2 ? 2 : x == 3 ? 4 : -1);
        assert sparse(x) != 4 || x == 1 || x == -1;
        assert sparse(x) != 3 || x == Integer.MAX_VALUE;
    }
}
