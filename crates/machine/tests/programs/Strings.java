import java.util.*;

public class Strings {
    static void attempt(Runnable r) {
        try { r.run(); } catch (RuntimeException e) { System.out.println(e.getClass().getName() + ": " + e.getMessage()); }
    }

    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('o') + " " + s.lastIndexOf("o") + " " + s.indexOf("World"));
        System.out.println(s.substring(7) + s.substring(0, 5) + s.toUpperCase() + s.toLowerCase() + s.replace('l', 'L') + s.replace("World", "x"));
        System.out.println("  trim me ".trim() + "|" + "  strip ".strip() + "|" + "ab".repeat(3) + "|" + "".isEmpty() + " ".isBlank());
        System.out.println(Arrays.toString("a,b,,c,".split(",")) + Arrays.toString("a1b22c".split("[0-9]+")) + Arrays.toString("a.b.c".split("\\.")));
        System.out.println(String.join("-", "a", "b", "c") + " " + String.join("/", List.of("x", "y")));
        System.out.println("b".compareTo("abc") + " " + "abc".compareTo("abd") + " " + "ABC".compareToIgnoreCase("abd") + " " + "abc".equalsIgnoreCase("ABC"));
        System.out.println("abc".hashCode() + " " + "".hashCode() + " " + "\u00e9\u4e2d".hashCode());
        System.out.println("abc".contains("bc") + " " + "abc".startsWith("ab") + " " + "abc".endsWith("bc") + " " + "abc".startsWith("b", 1));
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 20; i++) sb.append(i).append(i % 2 == 0 ? 'x' : "yy").append(1.5 * i).append(true).append((Object) null);
        sb.insert(0, "start").reverse().deleteCharAt(3).setLength(40);
        sb.replace(1, 3, "???").delete(5, 7);
        System.out.println(sb + " " + sb.length() + " " + sb.indexOf("?"));
        System.out.println(new StringBuffer("abc").append(1L).append('c').reverse());
        char[] cs = s.toCharArray();
        Arrays.sort(cs);
        System.out.println(new String(cs) + String.valueOf(cs, 2, 3) + new String(cs, 1, 2));
        System.out.println("x".intern() == "x");
        System.out.println("a\tb\u00e9\u20ac\uD83D\uDE00".codePointCount(0, 7) + " " + "\uD83D\uDE00".codePointAt(0));
        byte[] utf8 = "h\u00e9llo\u20ac".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        System.out.println(Arrays.toString(utf8) + new String(utf8, java.nio.charset.StandardCharsets.UTF_8));
        System.out.println(Arrays.toString("abc".getBytes()) + new String(new byte[] {65, 66}) + Arrays.toString("\u00e9".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
        StringJoiner j = new StringJoiner(", ", "{", "}");
        j.add("one").add("two");
        System.out.println(j + " " + j.length());
        System.out.println("line1\nline2\n".lines().count() + " " + "a-b".chars().sum() + " " + "abc".chars().filter(c -> c > 'a').count());
        attempt(() -> "abc".charAt(5));
        attempt(() -> "abc".charAt(-1));
        attempt(() -> "ab\u4e2d".charAt(5));
        attempt(() -> "abc".substring(5));
        attempt(() -> "abc".substring(2, 1));
        attempt(() -> "abc".substring(-1));
        attempt(() -> new StringBuilder("abc").charAt(7));
        attempt(() -> new StringBuilder("abc").deleteCharAt(7));
        attempt(() -> new StringBuilder("abc").insert(9, "x"));
        attempt(() -> new StringBuilder("abc").setCharAt(9, 'x'));
        attempt(() -> "abc".codePointAt(4));
        attempt(() -> "x".repeat(-1));
        attempt(() -> Integer.parseInt("12x"));
        attempt(() -> Integer.parseInt(""));
        attempt(() -> Integer.parseInt(null));
        attempt(() -> Long.parseLong("99999999999999999999"));
        attempt(() -> Double.parseDouble("abc"));
        attempt(() -> Integer.valueOf("2147483648"));
        switch (s.substring(0, 5)) {
            case "Hello": System.out.println("switch hello"); break;
            default: System.out.println("no");
        }
        System.out.println(String.valueOf((Object) null) + String.valueOf(1.0f) + String.valueOf('c') + "abc".matches("[a-c]+") + "aXbX".replaceAll("X", "y") + "foo123".replaceFirst("\\d", "#"));
        System.out.println(new StringTokenizer("a b c").countTokens() + " " + "%d".formatted(3) + " " + "abc".indent(2).length() + " " + "a\\n".translateEscapes().length());
        System.out.println("Title".chars().mapToObj(c -> String.valueOf((char) c)).reduce("", String::concat) + " " + "ab".equals(null) + " " + "ab".contentEquals(new StringBuilder("ab")));
    }
}
