import java.util.Formatter;
import java.util.List;

// Widths, flags, precisions, argument indices.
public class FormatText {
    public static void main(String[] args) {
        assert String.format("%5d|%-5s|%05d|%x|%,d", 42, "ab", 7, 255, 1234567).equals("   42|ab   |00007|ff|1,234,567");
        assert String.format("%.2f %e %g", 3.14159, 12345.678, 0.0001).equals("3.14 1.234568e+04 0.000100000");
        assert String.format("%s %S %b %c %%", List.of(1, 2), "up", true, 'x').equals("[1, 2] UP true x %");
        assert String.format("%2$s %1$s", "a", "b").equals("b a");
        assert String.format("%+d %(d %o", 5, -5, 8).equals("+5 (5) 10");
        Formatter formatter = new Formatter();
        formatter.format("%s-", 1).format("%08.3f", 2.5);
        assert formatter.toString().equals("1-0002.500");
        Object count = 3;
        assert String.format("%d items", count).equals("3 items");
    }
}
