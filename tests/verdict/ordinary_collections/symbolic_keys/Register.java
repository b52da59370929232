import cortado.Any;
import java.util.HashMap;
import java.util.Map;

// A register of accounts under numbers that are inputs.
public class Register {
    private final Map<Long, Integer> balances = new HashMap<>();

    void open(long number, int balance) {
        if (balances.putIfAbsent(number, balance) != null) {
            throw new IllegalStateException("taken");
        }
    }

    public static void main(String[] args) {
        Register register = new Register();
        long first = Any.aLong();
        long second = Any.aLong();
        register.open(first, 10);
        try {
            register.open(second, 20);
            assert first != second;
        } catch (IllegalStateException e) {
            assert first == second;
        }
        int expected = first == second ? 1 : 2;
        assert register.balances.size() == expected;
        assert register.balances.get(first) == 10;
        assert register.balances.containsKey(second);
        assert register.balances.getOrDefault(second, 0) >= 10;
        register.balances.remove(first);
        assert register.balances.size() == expected - 1;
    }
}
