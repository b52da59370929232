import java.util.Date;

// A clock may be set back; it shows a time after 1970.
public class WallClock {
    public static void main(String[] args) {
        long first = System.currentTimeMillis();
        long second = System.currentTimeMillis();
        assert first >= 0 && second >= 0;
        assert first / 1000 + 3600 > 0;
        assert new Date().getTime() >= 0;
    }
}
