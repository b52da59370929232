import cortado.Any;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

// Class literals, getClass and arrays made by reflection.
public class Mirrors {
    static class Animal {}

    static class Cat extends Animal {}

    static <T> T[] fill(Class<T> type, int n, T value) {
        @SuppressWarnings("unchecked")
        T[] array = (T[]) Array.newInstance(type, n);
        java.util.Arrays.fill(array, value);
        return array;
    }

    public static void main(String[] args) {
        Animal a = Any.aBoolean() ? new Cat() : new Animal();
        assert a.getClass().getSimpleName().equals(a instanceof Cat ? "Cat" : "Animal");
        assert a.getClass().getName().startsWith("Mirrors$");
        assert Animal.class.isInstance(a);
        assert Animal.class.isAssignableFrom(a.getClass());
        assert Cat.class.getSuperclass() == Animal.class;
        assert a.getClass() == Cat.class || a.getClass() == Animal.class;
        int n = Any.anInt(0, 3);
        String[] words = fill(String.class, n, "w");
        assert words.length == n && words.getClass() == String[].class;
        assert int[].class.getComponentType() == int.class;
        assert int.class.isPrimitive() && !Integer.class.isPrimitive();
        List<Object> list = new ArrayList<>();
        assert list.getClass().getName().equals("java.util.ArrayList");
        assert Runnable.class.isInterface() && new int[2][3].getClass().getName().equals("[[I");
        assert Array.getLength(words) == n;
    }
}
