import cortado.Any;

// StringBuilder with a symbolic character.
public class Builder {
    public static void main(String[] args) {
        char c = Any.aChar();
        StringBuilder b = new StringBuilder();
        b.append("x").append(c).append(1).append(true).append((Object) null);
        assert b.length() == 11;
        b.setLength(3);
        b.insert(0, "<<").deleteCharAt(0).reverse();
        assert b.charAt(2) == c;
        assert b.toString().equals("1" + c + "x<");
    }
}
