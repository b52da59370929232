import cortado.Any;

// Counting characters.
public class StringLoop {
    public static void main(String[] args) {
        String s = Any.aString();
        int count = 0;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == 'a') {
                count++;
            }
        }
        assert count < s.length() || count == 0;
    }
}
