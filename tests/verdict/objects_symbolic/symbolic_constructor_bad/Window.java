// Any first argument at each call of the constructor.
public class Window {
    private final int width;

    Window(int width, int margin) {
        this.width = Math.max(width, 2 * margin);
    }

    public static void main(String[] args) {
        Window narrow = new Window(1, 3);
        Window wide = new Window(9, 4);
        assert narrow.width >= 6 && wide.width >= 9;
    }
}
