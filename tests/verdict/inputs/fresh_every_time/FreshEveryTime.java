import cortado.Any;

// Each call gives a new value, also at one place in the program.
public class FreshEveryTime {
    public static void main(String[] args) {
        int[] seen = new int[2];
        for (int i = 0; i < 2; i++) {
            seen[i] = Any.anInt(0, 1);
        }
        int distinct = seen[0] == seen[1] ? 1 : 2;
        assert distinct == 2 || seen[0] == seen[1];
    }
}
