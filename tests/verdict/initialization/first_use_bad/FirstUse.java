import cortado.Any;

// A class is initialised when it is first used, and only then (JLS 12.4.1).
public class FirstUse {
    static int log = 0;

    static class Lazy {
        static int value = 7;

        static {
            log++;
        }
    }

    public static void main(String[] args) {
        boolean use = Any.aBoolean();
        Lazy[] none = new Lazy[2];
        Class<?> literal = Lazy.class;
        assert none.length == 2 && literal != null && log == 0;
        if (use) {
            Lazy.value++;
            Lazy.value++;
        }
        assert log == (use ? 2 : 0);
    }
}
