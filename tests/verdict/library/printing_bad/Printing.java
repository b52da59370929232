import cortado.Any;

// Printing has no effect on the verdict, and its arguments are evaluated.
public class Printing {
    static int calls = 0;

    static String text(int x) {
        calls++;
        return "x is " + (x > 0 ? "positive" : "not positive");
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        System.out.println(text(x));
        System.out.print(x > 0);
        System.err.println();
        assert calls == 0;
    }
}
