// After a failed initialisation the class is unusable: NoClassDefFoundError from then on.
public class ErroneousClass {
    static class Fragile {
        static Object nothing = null;
        static int value = nothing.hashCode();
    }

    static String attempt() {
        try {
            return "value " + Fragile.value;
        } catch (ExceptionInInitializerError e) {
            return e.getCause() instanceof NullPointerException ? "init" : "other";
        } catch (NoClassDefFoundError e) {
            return "gone";
        }
    }

    public static void main(String[] args) {
        assert attempt().equals("init");
        assert attempt().equals("init");
    }
}
