import cortado.Any;

// A reference is null on one side of a branch.
public class NullOnOneSide {
    final int value;
    final NullOnOneSide next;

    NullOnOneSide(int value, NullOnOneSide next) {
        this.value = value;
        this.next = next;
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        int y = Any.anInt();
        NullOnOneSide list = x > 0 ? new NullOnOneSide(x, null) : null;
        if (y > 10)
            list = new NullOnOneSide(y, list);
        int sum = 0;
        if (list != null)
            sum = list.value > 0 ? 1 : 0;
        assert sum == (x > 0 || y > 10 ? 1 : 0);
    }
}
