// Subclasses of an abstract class, through their own constructors.
public class Pets {
    abstract static class Pet {
        final int legs;

        Pet(int legs) {
            this.legs = legs;
        }
    }

    static class Dog extends Pet {
        Dog() {
            super(4);
        }
    }

    static class Snake extends Pet {
        Snake() {
            super(1);
        }
    }

    static void check(Pet pet) {
        assert pet.legs % 2 == 0;
    }
}
