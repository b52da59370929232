import cortado.Any;

// Which overload is called, and what arrives in a variable list.
public class Overloads {
    static String f(int x) {
        return "int";
    }

    static String f(long x) {
        return "long";
    }

    static String f(Integer x) {
        return "box";
    }

    static String f(Object x) {
        return "object";
    }

    static String f(int... x) {
        return "list" + x.length;
    }

    static int sum(int first, int... rest) {
        int sum = first;
        for (int i : rest) {
            sum += i;
        }
        return sum;
    }

    public static void main(String[] args) {
        int n = Any.anInt(-100, 100);
        byte b = (byte) n;
        assert f(n).equals("int") && f(b).equals("int") && f((long) n).equals("long");
        assert f(Integer.valueOf(n)).equals("box") && f("s").equals("object");
        assert f().equals("list0") && f(n, n).equals("list2");
        assert f('c').equals("int") && f(1.5f).equals("object");
        assert sum(n) == n && sum(n, 1, 2) == n + 3;
        int[] rest = {n, n};
        assert sum(0, rest) == 2 * n;
        assert b == n || n < -128;
    }
}
