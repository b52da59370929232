import cortado.Any;

// Edits of a StringBuilder at places that are inputs.
public class Editing {
    public static void main(String[] args) {
        int at = Any.anInt(0, 5);
        StringBuilder sb = new StringBuilder("hello");
        sb.insert(at, '|');
        assert sb.length() == 6 && sb.charAt(at) == '|';
        assert sb.indexOf("|") == at;
        sb.deleteCharAt(at);
        assert sb.toString().equals("hello");
        sb.setLength(at);
        assert "hello".startsWith(sb.toString());
        sb.reverse().append(at).append(true).append((Object) null);
        assert sb.toString().endsWith(at + "truenull");
        assert sb.length() == at + 9;
        sb.replace(0, at, "");
        assert sb.charAt(0) == '0' + at;
        sb.delete(0, 1);
        assert sb.toString().equals("truenull");
        try {
            sb.charAt(at + 4);
            assert at < 4;
        } catch (IndexOutOfBoundsException e) {
            assert at >= 4;
        }
    }
}
