// Text blocks lose their indentation at compile time.
public class TextBlock {
    public static void main(String[] args) {
        String s = """
            one
              two\
             three
            """;
        assert s.lines().count() == 3;
        assert s.equals("one\n  two three\n");
    }
}
