import cortado.Any;

// Operands narrower than int are promoted before the addition (JLS 5.6).
public class PromotionOfBytes {
    public static void main(String[] args) {
        byte a = Any.aByte();
        byte b = Any.aByte();
        int sum = (byte) (a + b);
        assert sum - b == a;
    }
}
