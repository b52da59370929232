// A string builder is one with any text in it.
public class Builders {
    static void twice(StringBuilder text) {
        int before = text.length();
        text.append('x').append('y');
        assert text.length() == before + 2;
        assert text.charAt(before) == 'x';
    }
}
