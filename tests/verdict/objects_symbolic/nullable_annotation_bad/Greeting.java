// What is annotated as nullable may be null, other parameters are not.
public class Greeting {
    @interface Nullable {
    }

    static int length(String greeting, @Nullable String name) {
        int length = greeting.length();
        return greeting == null ? length : length + name.length();
    }
}
