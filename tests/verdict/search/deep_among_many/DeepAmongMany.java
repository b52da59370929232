import cortado.Any;

// No path ends before forty decisions, and there are more of them than anybody can look at.
public class DeepAmongMany {
    static int built;

    static void build(int depth) {
        if (depth == 0) {
            return;
        }
        built++;
        int value = Any.anInt();
        if (value > 3) {
            build(depth - 1);
        }
        if (value < 7) {
            build(depth - 1);
        }
    }

    public static void main(String[] args) {
        build(40);
        assert built != 40;
    }
}
