import cortado.Any;

/** Nothing can fail in the loop or behind it, whatever its iterations compute. */
public class Gcd {
    public static void main(String[] args) {
        int a = Any.anInt(0, 30), b = Any.anInt(0, 30);
        int[] table = new int[4];
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        table[a & 7]++;
        assert table[0] + table[1] + table[2] + table[3] == 1;
    }
}
