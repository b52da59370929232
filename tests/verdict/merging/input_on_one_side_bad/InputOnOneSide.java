import cortado.Any;

// Only one side of a branch asks for an input; the inputs that lead to the end are those of the side that was taken.
public class InputOnOneSide {
    public static void main(String[] args) {
        int kind = Any.anInt();
        int size = 3;
        if (kind == 1)
            size = Any.anInt(0, 9);
        int last = Any.anInt();
        assert size != 3 || kind != 8 || last != 12345;
    }
}
