import cortado.Any;

// No square ends in the bits 011, so the assertion inside is unreachable. In the variant 17 is a square modulo 2^32.
public class SquaresModuloEight {
    public static void main(String[] args) {
        int x = Any.anInt();
        if (x * x == 17) {
            assert false;
        }
    }
}
