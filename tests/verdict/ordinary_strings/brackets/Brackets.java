import cortado.Any;

// A text in which brackets are balanced has an even number of them.
public class Brackets {
    static boolean balanced(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '(') {
                depth++;
            } else if (text.charAt(i) == ')') {
                if (--depth < 0) {
                    return false;
                }
            }
        }
        return depth == 0;
    }

    public static void main(String[] args) {
        String text = Any.aString(5);
        int brackets = 0;
        for (char c : text.toCharArray()) {
            if (c == '(' || c == ')') {
                brackets++;
            }
        }
        assert !balanced(text) || brackets % 2 == 0;
    }
}
