// Static methods and fields are chosen by the static type.
public class StaticMethodsAreHidden {
    static class Base {
        int field = 1;

        static int f() {
            return 10;
        }
    }

    static class Derived extends Base {
        int field = 2;

        static int f() {
            return 20;
        }
    }

    @SuppressWarnings("static")
    public static void main(String[] args) {
        Base b = new Derived();
        assert b.field == 1;
        assert b.f() == 10;
        assert ((Derived) b).field == 2;
    }
}
