// The superclass is initialised first; a static field reached through a subclass initialises only its declarer.
public class SuperclassFirst {
    static String log = "";

    static class Base {
        static int shared = 1;

        static {
            log += "B";
        }
    }

    static class Derived extends Base {
        static int own = 2;

        static {
            log += "D";
        }
    }

    public static void main(String[] args) {
        int x = Derived.own;
        assert log.equals("B");
        new Derived();
        assert log.equals("BD");
        assert x == 1;
    }
}
