import cortado.Any;

// Both loops of a nest are bounded.
public class NestedLoops {
    public static void main(String[] args) {
        int rows = Any.anInt(0, 50);
        int columns = Any.anInt(0, 50);
        int cells = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                cells++;
            }
        }
        assert rows == 0 || cells % rows == 0;
    }
}
