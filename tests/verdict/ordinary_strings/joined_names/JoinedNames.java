import cortado.Any;
import java.util.List;

// Joining and splitting again gives the parts, if they do not hold the separator.
public class JoinedNames {
    public static void main(String[] args) {
        String first = Any.aString(2);
        String last = Any.aString(2);
        Any.assume(!first.contains(";") && !last.contains(";"));
        String joined = String.join(";", List.of(first, last));
        int at = joined.indexOf(';');
        assert joined.substring(0, at).equals(first);
        assert joined.indexOf(';', at + 1) < 0;
    }
}
