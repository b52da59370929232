import cortado.Any;

public class Scales {
    // An interface keeps whether assertions are enabled in a class of its own.
    interface Scale {
        int of(int x);

        default int twice(int x) {
            assert of(x) != 7;
            return 2 * x;
        }
    }

    public static void main(String[] args) {
        Scale scale = x -> x;
        scale.twice(Any.anInt(0, 7));
    }
}
