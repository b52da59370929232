import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

// Values of annotations of classes, with defaults, enums, arrays and nested annotations.
public class AnnotationsOnClasses {
    enum Level { LOW, HIGH }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Author {
        String value();
    }

    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @interface Component {
        String name() default "none";
        int priority() default 5;
        long timeout() default 1L << 40;
        double factor() default 0.5;
        char mark() default '#';
        Level level() default Level.LOW;
        Class<?> type() default Object.class;
        String[] tags() default {"a", "b"};
        Author author() default @Author("nobody");
    }

    @Retention(RetentionPolicy.SOURCE)
    @interface Forgotten {}

    @Component(name = "store", priority = 9, level = Level.HIGH, type = String.class, author = @Author("Ada"))
    static class Store {}

    static class Cache extends Store {}

    @Forgotten
    static class Plain {}

    public static void main(String[] args) {
        Component c = Store.class.getAnnotation(Component.class);
        assert c.name().equals("store") && c.priority() == 9 && c.level() == Level.HIGH;
        assert c.type() == String.class && c.author().value().equals("Ada");
        assert c.timeout() == 1099511627776L && c.factor() == 0.5 && c.mark() == '#';
        assert c.tags().length == 2 && c.tags()[1].equals("b");
        assert Plain.class.getAnnotations().length == 0;
        assert c.annotationType() == Component.class;
        assert Cache.class.getDeclaredAnnotations().length == 0;
        assert !Cache.class.isAnnotationPresent(Component.class);
        assert Cache.class.getAnnotation(Component.class).equals(c);
        assert Store.class.getAnnotation(Author.class) == null;
    }
}
