import cortado.Any;

// compareTo orders by chars, then by length.
public class Comparison {
    public static void main(String[] args) {
        char c = Any.aChar();
        String s = "b" + c;
        assert s.compareTo("b") == 1;
        assert s.compareTo("a") > 0 && s.compareTo("c") < 0;
        assert s.compareTo("bb") == c - 'b';
        assert "Cortado".equalsIgnoreCase("cORTADO");
    }
}
