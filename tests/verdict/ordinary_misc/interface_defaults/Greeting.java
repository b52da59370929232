import cortado.Any;

// Default, static and private methods of interfaces; a diamond resolved by hand.
public class Greeting {
    interface Named {
        String name();

        default String greet() {
            return "Hello, " + decorate(name());
        }

        private String decorate(String s) {
            return s + "!";
        }

        static Named of(String name) {
            return () -> name;
        }
    }

    interface Loud extends Named {
        @Override
        default String greet() {
            return Named.super.greet().toUpperCase();
        }
    }

    static class Person implements Named, Loud {
        public String name() {
            return "Ada";
        }
    }

    public static void main(String[] args) {
        boolean loud = Any.aBoolean();
        Named named = loud ? new Person() : Named.of("Ada");
        String text = named.greet();
        assert text.length() == 11;
        assert text.equalsIgnoreCase("hello, ada!");
        assert text.equals("Hello, Ada!") != loud;
        assert named instanceof Loud == loud;
    }
}
