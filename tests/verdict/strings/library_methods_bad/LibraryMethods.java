import cortado.Any;

// A walk through the methods of String.
public class LibraryMethods {
    public static void main(String[] args) {
        boolean b = Any.aBoolean();
        String s = b ? "  a,b,,c " : "a,b,,c";
        assert s.trim().split(",").length == 4;
        assert s.trim().equals(s.strip()) && s.isBlank() == false;
        assert String.join("-", s.trim().split(",")).equals("a-b--c");
        assert s.replace(",", "").trim().toUpperCase().equals("ABC");
        assert s.indexOf("b") == 2;
        assert s.lastIndexOf(',') == s.length() - (b ? 3 : 2);
        assert "ab".repeat(3).equals("ababab");
        assert s.chars().filter(c -> c == ',').count() == 3;
    }
}
