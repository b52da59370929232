import cortado.Any;

// For most inputs the recursion is endless or takes forever; for `rounds == 2, level == 1` it ends after a few calls.
public class BesideEndlessRecursion {
    static int climb(int rounds, int level) {
        if (rounds == 0) {
            return level + 1;
        }
        if (level == 0) {
            return climb(rounds - 1, 2);
        }
        return climb(rounds - 1, climb(rounds, level - 1));
    }

    public static void main(String[] args) {
        int rounds = Any.anInt();
        int level = Any.anInt();
        int height = climb(rounds, level);
        if (rounds == 2 && level == 1) {
            assert height < 6;
        }
    }
}
