import cortado.Any;

// Labelled break and continue.
public class LabelledLoops {
    public static void main(String[] args) {
        int stop = Any.anInt(0, 3);
        int visited = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (j == stop) {
                    break outer;
                }
                visited++;
            }
        }
        assert visited == 3 * stop;
    }
}
