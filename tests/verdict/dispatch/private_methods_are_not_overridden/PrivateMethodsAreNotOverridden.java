// A private method is not overridden by one of the same name in a subclass.
public class PrivateMethodsAreNotOverridden {
    static class Base {
        private int id() {
            return 1;
        }

        int call() {
            return id();
        }
    }

    static class Derived extends Base {
        int id() {
            return 2;
        }
    }

    public static void main(String[] args) {
        assert new Derived().call() == 1;
        assert new Derived().id() == 2;
    }
}
