// An interface is initialised without its superinterfaces.
public class InterfaceField {
    static String log = "";

    static int note(String s) {
        log += s;
        return log.length();
    }

    interface Parent {
        int A = note("A");
    }

    interface Child extends Parent {
        int B = note("B");
    }

    public static void main(String[] args) {
        int b = Child.B;
        assert log.equals("B");
        assert b == 1;
    }
}
