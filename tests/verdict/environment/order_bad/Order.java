import java.util.Set;

// Sets of the JDK's factories come in an order that every run draws anew.
public class Order {
    public static void main(String[] args) {
        String first = Set.of("a", "b", "c").iterator().next();
        assert first.equals("a");
    }
}
