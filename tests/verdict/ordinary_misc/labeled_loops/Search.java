import cortado.Any;

// Looks for a value in a table and leaves both loops at once.
public class Search {
    static int[] find(int[][] table, int wanted) {
        int[] place = null;
        outer:
        for (int row = 0; row < table.length; row++) {
            for (int column = 0; column < table[row].length; column++) {
                if (table[row][column] < 0) {
                    continue outer;
                }
                if (table[row][column] == wanted) {
                    place = new int[] {row, column};
                    break outer;
                }
            }
        }
        return place;
    }

    public static void main(String[] args) {
        int hidden = Any.anInt(0, 9);
        int[][] table = {{1, 2, -1, 7}, {hidden, 3}, {7, 3, 2}};
        int wanted = Any.anInt(0, 9);
        int[] place = find(table, wanted);
        assert place == null || table[place[0]][place[1]] == wanted;
        assert wanted != 1 || place[0] == 0;
        assert wanted != 3 || place[0] == 1;
        assert wanted != 7 || place[0] != 0;
    }
}
