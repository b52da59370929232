import cortado.Any;

// The right side is evaluated before the array reference is checked for null (JLS 15.26.1).
public class AssignmentOrder {
    public static void main(String[] args) {
        int x = Any.anInt();
        int[] none = null;
        int effects = 0;
        try {
            none[effects++] = 10 / (x == 0 ? 0 : 5);
            assert false;
        } catch (NullPointerException e) {
            assert x != 0 && effects == 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert x == 0 && effects == 1;
        }
    }
}
