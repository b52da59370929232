import cortado.Any;

// arraycopy between arrays of different primitive types is refused, even for no elements.
public class CopyBetweenTypes {
    public static void main(String[] args) {
        Object from = new int[] {1, 2};
        boolean large = Any.aBoolean();
        Object to = large ? new long[3] : new int[2];
        System.arraycopy(from, 0, to, 0, 0);
        System.arraycopy(from, 0, to, 1, 1);
        assert ((int[]) to)[1] == 1;
    }
}
