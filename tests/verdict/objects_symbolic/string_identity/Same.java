// Equal strings need not be the same object.
public class Same {
    static void check(String a, String b) {
        if (a.equals(b)) {
            assert a == b;
        }
    }
}
