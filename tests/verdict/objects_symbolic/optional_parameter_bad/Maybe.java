// Both an empty and a full optional.
import java.util.Optional;

public class Maybe {
    static int get(Optional<Integer> value) {
        int got = value.isPresent() ? value.get() : 1;
        assert value.isPresent() || got == 0;
        return got;
    }
}
