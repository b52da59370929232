/** The plain recursive Fibonacci function: nothing but calls. */
public class Fibonacci {
    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    public static void main(String[] a) {
        int size = a.length > 0 ? Integer.parseInt(a[0]) : 36;
        System.out.println("fibonacci " + fibonacci(size));
    }
}
