// What a setter just stores, a field may hold.
public class People {
    public static final class Person {
        private int age;
        private String name;

        public int getAge() {
            return age;
        }

        public void setAge(int age) {
            this.age = age;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    static boolean isAdult(Person person) {
        boolean adult = person.getAge() >= 18;
        assert adult || person.getAge() < 17;
        return adult;
    }
}
