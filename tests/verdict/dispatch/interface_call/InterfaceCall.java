import cortado.Any;

// Calls through an interface.
public class InterfaceCall {
    interface Counter {
        int next(int n);
    }

    static class Up implements Counter {
        public int next(int n) {
            return n + 1;
        }
    }

    static class Saturating implements Counter {
        public int next(int n) {
            return n == Integer.MAX_VALUE ? n : n + 1;
        }
    }

    public static void main(String[] args) {
        int n = Any.anInt();
        Counter c = n < 0 ? new Up() : new Saturating();
        assert c.next(n) >= n;
    }
}
