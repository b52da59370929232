import java.util.Optional;

// The body of a lambda that throws belongs to the method around it.
public class RejectedByLambda {
    public static int find(String key) {
        Optional<Integer> found = key.equals("a") ? Optional.of(1) : Optional.empty();
        return found.orElseThrow(() -> new IllegalArgumentException("no such key"));
    }
}
