/** Does nothing: what it takes is a JVM's start-up. */
public class Empty {
    public static void main(String[] a) {}
}
