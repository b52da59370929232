public class Test {
    public static int third(int x) {
        return 7 / (x - 3);
    }
}
