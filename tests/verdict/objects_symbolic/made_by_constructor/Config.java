// What a constructor stores into a field stays, and the verdict says so.
import java.util.ArrayList;
import java.util.List;

public class Config {
    static final class Options {
        List<String> names = new ArrayList<>();
        int level;
    }

    static void check(Options options) {
        assert options.names.isEmpty() || options.level > 0;
        assert options.level >= 0 || options.names.size() == 0;
    }
}
