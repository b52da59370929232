import cortado.Any;

// New arrays hold zeros of their type.
public class DefaultValues {
    public static void main(String[] args) {
        int i = Any.anInt(0, 2);
        int[][] rows = new int[3][2];
        boolean[] flags = new boolean[3];
        char[] chars = new char[3];
        String[] texts = new String[3];
        double[] doubles = new double[3];
        assert rows[i].length == 2 && !flags[i] && texts[i] == null;
        assert chars[i] == '\0';
        assert 1.0 / doubles[i] == Double.POSITIVE_INFINITY;
    }
}
