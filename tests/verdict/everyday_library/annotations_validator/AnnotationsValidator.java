import cortado.Any;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Field;

// A small validation framework: annotations say which values fields may have.
public class AnnotationsValidator {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Range {
        int min() default 0;
        int max();
    }

    static class Order {
        @Range(max = 100)
        int percent;
        @Range(min = -5, max = 5)
        int rating;
        int remark;

        Order(int percent, int rating, int remark) {
            this.percent = percent;
            this.rating = rating;
            this.remark = remark;
        }
    }

    static void validate(Object object) throws IllegalAccessException {
        for (Field field : object.getClass().getDeclaredFields()) {
            Range range = field.getAnnotation(Range.class);
            if (range == null) {
                continue;
            }
            int value = field.getInt(object);
            if (value < range.min() || value > range.max()) {
                throw new IllegalStateException(field.getName() + " out of range");
            }
        }
    }

    public static void main(String[] args) throws IllegalAccessException {
        int percent = Any.anInt(0, 100);
        int rating = Any.anInt(-5, 5);
        validate(new Order(percent, rating, Any.anInt()));
    }
}
