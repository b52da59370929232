import cortado.Any;

// Lines of a report, formatted.
public class Reports {
    enum Level { LOW, MEDIUM, HIGH }

    public static void main(String[] args) {
        Level level = Level.values()[Any.anInt(0, 2)];
        int n = Any.oneOf(7, 42, 1234567);
        String line = String.format("%-8s|%5d|%x", level, n, n);
        assert line.indexOf('|') == 8;
        assert line.startsWith(level.name());
        assert line.length() >= 16;
        assert n > 10 || line.endsWith("|    7|7");
        assert n < 1000 || line.contains("|1234567|");
        assert String.format("%,d", n).length() == Integer.toString(n).length();
        assert String.format("%05.1f|%s|%c|%b|%%", 3.14159, null, 'x', true).equals("003.1|null|x|true|%");
        assert "%s-%s".formatted(1, 2).equals("1-2");
    }
}
