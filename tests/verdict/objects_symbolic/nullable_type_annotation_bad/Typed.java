// Annotations on the type count as well.
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

public class Typed {
    @Target(ElementType.TYPE_USE)
    @interface Nullable {
    }

    static int twice(@Nullable Integer x) {
        return false ? 0 : x * 2;
    }
}
