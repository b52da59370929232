import java.lang.annotation.*;
import java.lang.reflect.Field;
import java.util.*;

/** Several fields are checked in a loop, with the messages of their annotations. */
public class Validator {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Range {
        int min() default 0;
        int max() default Integer.MAX_VALUE;
        String message() default "out of range";
    }

    static class Order {
        @Range(min = 1, max = 99)
        final int quantity;
        @Range
        final int cents;

        Order(int quantity, int cents) {
            this.quantity = quantity;
            this.cents = cents;
        }
    }

    static List<String> validate(Object object) throws IllegalAccessException {
        List<String> errors = new ArrayList<>();
        for (Field field : object.getClass().getDeclaredFields()) {
            Range range = field.getAnnotation(Range.class);
            int value = field.getInt(object);
            if (value < range.min() || value > range.max()) {
                errors.add(field.getName() + " " + range.message());
            }
        }
        return errors;
    }

    public static void main(String[] args) throws IllegalAccessException {
        Order order = new Order(cortado.Any.anInt(), cortado.Any.anInt());
        List<String> errors = validate(order);
        if (errors.isEmpty()) {
            assert order.quantity * order.cents >= 0;
        } else {
            assert errors.size() <= 2 && errors.get(0).endsWith("out of range");
        }
    }
}
