// The method whose arguments the user wants to be inputs is never called.
public class Uncalled {
    static int half(int x) {
        assert x % 2 == 0;
        return x / 2;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 1; i++) {
            sum += half(i);
        }
        System.out.println(sum);
    }
}
