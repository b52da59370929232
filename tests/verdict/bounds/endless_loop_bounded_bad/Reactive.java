import cortado.Any;

// A reactive loop that never ends by itself.
public class Reactive {
    public static void main(String[] args) {
        int level = 0;
        while (true) {
            boolean up = Any.aBoolean();
            if (up && level < 3) {
                level++;
            } else if (!up && level > 0) {
                level--;
            }
            assert level <= 2;
        }
    }
}
