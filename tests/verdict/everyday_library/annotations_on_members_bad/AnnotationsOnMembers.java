import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;

// Annotations of fields, constructors, methods and parameters; repeated ones; what they have from Object.
public class AnnotationsOnMembers {
    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Roles.class)
    @interface Role {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Roles {
        Role[] value();
    }

    static class Service {
        @Role("field")
        int counter;

        @Role("constructor")
        Service() {}

        @Role("admin")
        @Role("user")
        void run(@Role("parameter") int times, String name) {}

        @Deprecated
        void stop() {}
    }

    public static void main(String[] args) throws NoSuchFieldException, NoSuchMethodException {
        Role field = Service.class.getDeclaredField("counter").getAnnotation(Role.class);
        assert field.value().equals("field");
        assert field.hashCode() == ((127 * "value".hashCode()) ^ "field".hashCode());
        assert field.toString().endsWith("Role(\"field\")");
        assert Service.class.getDeclaredConstructor().getAnnotation(Role.class).value().equals("constructor");
        Method run = Service.class.getDeclaredMethod("run", int.class, String.class);
        assert run.getAnnotation(Role.class) == null;
        Role[] roles = run.getAnnotationsByType(Role.class);
        assert roles.length == 2 && roles[1].value().equals("user");
        Role parameter = (Role) run.getParameterAnnotations()[0][0];
        assert parameter.value().equals("parameter");
        assert run.getParameterAnnotations()[1].length == 0;
        assert run.getParameters()[0].getAnnotation(Role.class).equals(parameter);
        assert parameter.equals(field);
        assert Service.class.getDeclaredMethod("stop").isAnnotationPresent(Deprecated.class);
        assert Role.class.getMethod("value").getDefaultValue() == null;
    }
}
