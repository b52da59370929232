// clone() of a class that is not Cloneable throws.
public class CloneNotSupported {
    static class Plain implements Cloneable {
        int x = 3;

        Plain copy() {
            try {
                return (Plain) clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        assert new Plain().copy().x == 3;
    }
}
