// Initialising a class initialises those of its interfaces that declare a default method (JLS 12.4.1).
public class InterfaceWithDefaultMethod {
    static String log = "";

    static int note(String s) {
        log += s;
        return 0;
    }

    interface Plain {
        int P = note("P");

        void f();
    }

    interface Rich {
        int R = note("R");

        default void g() {}
    }

    static class Impl implements Plain, Rich {
        static int i = note("I");

        public void f() {}
    }

    public static void main(String[] args) {
        new Impl().f();
        assert log.equals("RI");
        int p = Impl.P;
        assert log.equals("RIP") && p == 0;
    }
}
