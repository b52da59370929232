import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.Callable;

// Declared and unchecked exceptions leave a proxy as they are, others in a wrapper; a result must fit.
public class ProxyExceptions {
    interface Source {
        String read() throws IOException;

        int size();
    }

    static Source source(InvocationHandler handler) {
        return (Source) Proxy.newProxyInstance(
                ProxyExceptions.class.getClassLoader(), new Class<?>[] {Source.class, Runnable.class}, handler);
    }

    static Throwable thrown(Callable<?> action) {
        try {
            action.call();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    public static void main(String[] args) {
        Source io = source((proxy, method, arguments) -> {
            throw new IOException("disk");
        });
        assert thrown(io::read) instanceof IOException;
        Throwable wrapped = thrown(io::size);
        assert wrapped instanceof UndeclaredThrowableException;
        assert wrapped.getMessage() != null;
        Source broken = source((proxy, method, arguments) -> {
            throw new IllegalStateException();
        });
        assert thrown(broken::size).getClass() == IllegalStateException.class;
        Source nothing = source((proxy, method, arguments) -> null);
        assert thrown(nothing::read) == null;
        assert thrown(nothing::size) instanceof NullPointerException;
        ((Runnable) nothing).run();
        Source text = source((proxy, method, arguments) -> "text");
        assert thrown(text::size) instanceof ClassCastException;
        assert thrown(() -> Proxy.getInvocationHandler("x")) instanceof IllegalArgumentException;
        assert thrown(() -> Proxy.newProxyInstance(null, new Class<?>[] {String.class}, (p, m, a) -> null))
                instanceof IllegalArgumentException;
    }
}
