// What nobody stored into a field is null.
public class Owner {
    static final class Person {
        String name;
    }

    static int length(Person person) {
        if (person == null) {
            return 0;
        }
        return person.name.length();
    }
}
