import cortado.Any;

// All dimensions are checked before anything is allocated, also when the first one is zero (JLS 15.10.2).
public class NegativeSizeMultidimensional {
    public static void main(String[] args) {
        int n = Any.anInt(-1, 2);
        int[][] a = new int[0][Math.max(n, 0)];
        assert a.length == 0;
    }
}
