import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

// Signatures of fields, methods and super classes.
public class ReflectionGenerics {
    static class Box<T extends Comparable<T>> {
        Map<String, ? extends Number> prices;
        T content;

        <E> List<E> listOf(E[] elements) {
            return List.of(elements);
        }
    }

    static class Numbers extends ArrayList<Integer> {}

    public static void main(String[] args) throws NoSuchFieldException, NoSuchMethodException {
        ParameterizedType prices = (ParameterizedType) Box.class.getDeclaredField("prices").getGenericType();
        assert prices.getRawType() == Map.class && prices.getActualTypeArguments()[0] == String.class;
        assert prices.toString().equals("java.util.Map<java.lang.String, ? extends java.lang.Number>");
        assert Box.class.getDeclaredField("content").getGenericType() instanceof TypeVariable;
        Method listOf = Box.class.getDeclaredMethod("listOf", Object[].class);
        assert listOf.getGenericReturnType().toString().equals("java.util.List<E>");
        assert listOf.getGenericParameterTypes()[0] instanceof GenericArrayType;
        ParameterizedType list = (ParameterizedType) Numbers.class.getGenericSuperclass();
        assert list.getActualTypeArguments()[0] == Integer.class;
    }
}
