import cortado.Any;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

// Sorting is stable, and comparators compose.
public class SortWithComparator {
    record Person(String name, int age) {}

    public static void main(String[] args) {
        int age = Any.anInt(0, 100);
        List<Person> people = new ArrayList<>();
        people.add(new Person("b", 30));
        people.add(new Person("a", age));
        people.sort(Comparator.comparingInt(Person::age).thenComparing(Person::name));
        assert age != 30 || people.get(0).name().equals("a");
        assert people.get(0).age() <= people.get(1).age();
    }
}
