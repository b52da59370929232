// Every call gets arguments of its own.
public class Doubled {
    static int last;

    static void see(int x) {
        last = x;
    }

    static void check(int x) {
        assert x != 7 || last == 8;
    }

    public static void main(String[] args) {
        see(7);
        check(1);
        check(2);
    }
}
