import cortado.Any;

// A default method is used when no class declares the method; the most specific interface wins.
public class DefaultMethod {
    interface Named {
        default String name() {
            return "named";
        }
    }

    interface Titled extends Named {
        @Override
        default String name() {
            return "titled";
        }
    }

    static class Base implements Named {}

    static class Both extends Base implements Titled {}

    static class Own extends Both {
        @Override
        public String name() {
            return "own";
        }
    }

    public static void main(String[] args) {
        int k = Any.anInt(0, 2);
        Named n = k == 0 ? new Base() : k == 1 ? new Both() : new Own();
        String name = n.name();
        assert k != 1 || name.equals("titled");
        assert k != 2 || name.equals("own");
    }
}
