import cortado.Any;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

// A proxy passes boxed arguments to its handler and unboxes what that returns; methods of Object go there, too.
public class ProxyCalls {
    interface Account {
        int deposit(int amount);

        long scale(long amount, double factor, String... notes);

        void close();

        default boolean isEmpty() {
            return false;
        }
    }

    public static void main(String[] args) {
        List<String> log = new ArrayList<>();
        InvocationHandler handler = (proxy, method, arguments) -> {
            log.add(method.getName());
            switch (method.getName()) {
                case "deposit":
                    return (Integer) arguments[0] + 1;
                case "scale":
                    return (Long) arguments[0] * ((String[]) arguments[2]).length;
                case "isEmpty":
                    return true;
                case "hashCode":
                    return 42;
                case "equals":
                    return proxy == arguments[0];
                case "toString":
                    return "account";
                default:
                    assert arguments == null && method.getDeclaringClass() == Account.class;
                    return null;
            }
        };
        Account account = (Account) Proxy.newProxyInstance(
                Account.class.getClassLoader(), new Class<?>[] {Account.class}, handler);
        int amount = Any.anInt();
        assert account.deposit(amount) > amount;
        assert account.scale(7L, 0.5, "x", "y") == 14L;
        account.close();
        assert account.isEmpty();
        assert account.hashCode() == 42 && account.toString().equals("account");
        assert account.equals(account) && !account.equals("other");
        assert log.get(0).equals("deposit") && log.contains("close") && log.size() == 8;
        assert Proxy.isProxyClass(account.getClass()) && !Proxy.isProxyClass(Account.class);
        assert Proxy.getInvocationHandler(account) == handler;
    }
}
