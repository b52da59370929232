import java.lang.reflect.Method;

// A method called by its name.
public class ReflectiveCall {
    public static int answer() {
        return 41;
    }

    public static void main(String[] args) throws Exception {
        Method m = ReflectiveCall.class.getMethod("answer");
        assert (int) m.invoke(null) == 42;
    }
}
