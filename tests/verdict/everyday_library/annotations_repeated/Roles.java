import java.lang.annotation.*;
import java.util.*;

/** Who may call what, by an annotation that may be repeated. */
public class Roles {
    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(All.class)
    @interface Role {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface All {
        Role[] value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Service {
        Class<?>[] uses() default {};
    }

    @Service(uses = {String.class, List.class})
    static class Base {
        @Role("admin")
        @Role("editor")
        public void save(int id) {}

        @Role("guest")
        public void load() {}

        public void close() {}
    }

    static class Store extends Base {}

    static boolean allowed(String user, String name) {
        return Arrays.stream(Base.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .flatMap(method -> Arrays.stream(method.getAnnotationsByType(Role.class)))
                .anyMatch(role -> role.value().equals(user));
    }

    public static void main(String[] args) {
        String user = cortado.Any.oneOf("admin", "guest", "bob");
        String name = cortado.Any.oneOf("save", "load", "close");
        boolean allowed = allowed(user, name);
        assert allowed == (user.equals("admin") && name.equals("save") || user.equals("guest") && name.equals("load"));
        Service service = Store.class.getAnnotation(Service.class);
        assert service.uses()[1] == List.class && service.annotationType() == Service.class;
        assert Store.class.getDeclaredAnnotations().length == 0;
    }
}
