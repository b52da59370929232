// A program that does not end has no verdict.
public class EndlessConcreteLoop {
    public static void main(String[] args) {
        int x = 0;
        while (true) {
            x = x * 31 + 7;
            assert x != -1 || x < 0;
        }
    }
}
