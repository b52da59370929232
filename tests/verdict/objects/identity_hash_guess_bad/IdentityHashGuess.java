// Every JVM draws identity hash codes anew: what holds for one of them is never plainly safe.
public class IdentityHashGuess {
    public static void main(String[] args) {
        int hash = new Object().hashCode();
        assert hash < 0;
    }
}
