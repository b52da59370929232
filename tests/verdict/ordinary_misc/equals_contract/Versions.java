import cortado.Any;
import java.util.Objects;

// equals, hashCode and compareTo that agree with each other.
public class Versions implements Comparable<Versions> {
    private final int major;
    private final int minor;

    Versions(int major, int minor) {
        this.major = major;
        this.minor = minor;
    }

    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        Versions v = (Versions) o;
        return major == v.major && minor == v.minor;
    }

    @Override
    public int hashCode() {
        return Objects.hash(major, minor);
    }

    @Override
    public int compareTo(Versions o) {
        return major != o.major ? Integer.compare(major, o.major) : Integer.compare(minor, o.minor);
    }

    public static void main(String[] args) {
        Versions a = new Versions(Any.anInt(), Any.anInt());
        Versions b = new Versions(Any.anInt(), Any.anInt());
        assert a.equals(b) == b.equals(a);
        assert !a.equals(b) || a.hashCode() == b.hashCode();
        assert a.compareTo(b) == 0 == a.equals(b);
        assert a.compareTo(b) < 0 == b.compareTo(a) > 0;
        assert !a.equals(null) && !a.equals("1.2");
    }
}
