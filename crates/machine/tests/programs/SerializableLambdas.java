import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Lambdas of several interfaces, among them `Serializable`, which the call site does not list. */
public class SerializableLambdas {
    interface Marker {}

    interface Narrow extends Function<String, Integer> {
        Integer apply(String text);
    }

    public static void main(String[] args) {
        Object both = (Runnable & Serializable) () -> System.out.println("both");
        ((Runnable) both).run();
        System.out.println((both instanceof Serializable) + " " + (both instanceof Marker));
        Object marked = (Runnable & Marker) () -> System.out.println("marked");
        ((Runnable) marked).run();
        System.out.println((marked instanceof Serializable) + " " + (marked instanceof Marker));
        Narrow narrow = (Narrow & Serializable) String::length;
        Function<String, Integer> wide = narrow;
        System.out.println(wide.apply("four"));
        List<String> words = new ArrayList<>(List.of("pear", "fig", "apple", "kiwi"));
        words.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(words);
    }
}
