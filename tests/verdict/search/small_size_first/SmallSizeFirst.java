import cortado.Any;

// A table of any size: the first sizes show the mistake, larger ones have more paths than anybody can look at.
public class SmallSizeFirst {
    public static void main(String[] args) {
        int size = Any.anInt();
        Any.assume(size > 0 && size < 1000);
        int[] costs = new int[size * size];
        for (int i = 0; i < costs.length; i++) {
            costs[i] = Any.anInt();
            Any.assume(costs[i] >= 0 && costs[i] <= 9);
        }
        int least = 10;
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                if (row != column && costs[row * size + column] < least) {
                    least = costs[row * size + column];
                }
            }
        }
        assert size < 2 || least < 9;
    }
}
