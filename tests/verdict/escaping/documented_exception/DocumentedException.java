// What the documentation announces is no violation.
public class DocumentedException {
    /**
     * The first number divided by the second.
     *
     * @throws ArithmeticException if the second number is zero
     */
    public static int ratio(int a, int b) {
        return a / b;
    }
}
