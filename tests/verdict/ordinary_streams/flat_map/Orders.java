import cortado.Any;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

// Items of all orders in one list.
public class Orders {
    static class Order {
        final List<String> items = new ArrayList<>();

        Order(String... items) {
            this.items.addAll(List.of(items));
        }
    }

    public static void main(String[] args) {
        boolean extra = Any.aBoolean();
        Order first = new Order("tea", "milk");
        Order second = extra ? new Order("milk", "jam") : new Order();
        List<String> all = Stream.of(first, second).flatMap(o -> o.items.stream()).collect(Collectors.toList());
        assert all.size() == (extra ? 4 : 2);
        List<String> distinct = all.stream().distinct().sorted().toList();
        assert distinct.size() == (extra ? 3 : 2);
        assert distinct.get(0).equals(extra ? "jam" : "milk");
        assert all.stream().anyMatch("tea"::equals);
        assert all.stream().noneMatch(String::isEmpty);
        assert distinct.stream().reduce("", String::concat).length() == (extra ? 10 : 7);
    }
}
