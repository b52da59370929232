// A Comparable of a type of the program is any object of that type.
public class Sorting {
    sealed interface Level extends Comparable<Level> permits Low, High {
        int rank();

        default int compareTo(Level other) {
            return Integer.compare(rank(), other.rank());
        }
    }

    record Low() implements Level {
        public int rank() {
            return 1;
        }
    }

    record High() implements Level {
        public int rank() {
            return 2;
        }
    }

    static void check(Comparable<Level> a, Level b) {
        assert a.compareTo(b) <= 1;
    }
}
