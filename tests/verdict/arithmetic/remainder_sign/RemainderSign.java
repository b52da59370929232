import cortado.Any;

// The sign of a remainder is the sign of the dividend (JLS 15.17.3).
public class RemainderSign {
    public static void main(String[] args) {
        int x = Any.anInt();
        int r = x % 7;
        assert r == 0 || r > 0 == x > 0;
        assert -7 < r && r < 7;
    }
}
