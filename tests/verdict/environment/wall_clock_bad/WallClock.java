import java.util.Date;

// A clock may be set back; it shows a time after 1970.
public class WallClock {
    public static void main(String[] args) {
        long first = System.currentTimeMillis();
        long second = System.currentTimeMillis();
        assert first >= 0 && second >= 0;
        assert second >= first;
        assert new Date().getTime() >= 0;
    }
}
