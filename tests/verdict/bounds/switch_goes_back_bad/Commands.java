import cortado.Any;

/** A loop whose body ends in a switch that goes on with the next iteration by itself. */
public class Commands {
    public static void main(String[] args) {
        int steps = 0;
        int turns = 0;
        while (true) {
            steps++;
            switch (Any.anInt()) {
                case 1:
                    continue;
                case 2:
                    turns++;
                    break;
                case 3:
                    continue;
                default:
                    assert turns < 2 && turns < steps;
                    return;
            }
            steps++;
        }
    }
}
