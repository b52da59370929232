import cortado.Any;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.RecordComponent;

// Components of records with their accessors, types and annotations.
public class ReflectionRecords {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Column {
        String value();
    }

    record Person(@Column("full_name") String name, int age) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    static String describe(Record record) throws ReflectiveOperationException {
        StringBuilder text = new StringBuilder();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Column column = component.getAnnotation(Column.class);
            text.append(column == null ? component.getName() : column.value());
            text.append('=').append(component.getAccessor().invoke(record)).append(';');
        }
        return text.toString();
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        int age = Any.anInt(0, 9);
        String text = describe(new Person("Bo", age));
        assert text.equals("full_name=Bo;age=" + age + ";");
        assert Person.class.getRecordComponents()[1].getType() == int.class;
        assert Shape.class.isSealed() && Shape.class.getPermittedSubclasses().length == 2;
    }
}
