// From the main, with any arguments at each call.
public class Called {
    static int clamp(int x, int low, int high) {
        int y = x < low ? low : x > high ? high : x;
        assert y >= low && y < high;
        return y;
    }

    public static void main(String[] args) {
        System.out.println(clamp(5, 1, 10));
    }
}
