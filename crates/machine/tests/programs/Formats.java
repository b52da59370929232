import java.util.*;

public class Formats {
    public static void main(String[] args) {
        System.out.println(String.format("%d %5d|%-5d|%05d %x %X %o %c %b %s %10s|%-10s|%.3f %e %g %,d %+d %%%n", 1, 42, 42, 42, 255, 255, 8, 'c', true, "str", "right", "left", Math.PI, 12345.678, 0.0001, 1234567, 5));
        System.out.printf("%s %S %h %08.2f %.0f %(d %#x %3$s%n", "a", "b", "c", 3.14159, 2.5, -7, 255);
        System.out.println(String.format("%5.1f|%-8.3f|%+.2e", 1.25, 2.0, 12345.0) + String.format("%b %b", null, "x") + String.format("%s", Arrays.asList(1, 2)) + String.format("%10.3s|", "abcdef"));
        try { String.format("%d", "x"); } catch (IllegalFormatException e) { System.out.println(e.getClass().getName() + e.getMessage()); }
        try { System.out.printf("ab%d %s", 1); } catch (IllegalFormatException e) { System.out.println(e.getClass().getName() + e.getMessage()); }
        System.out.println(String.format("%,.2f %,d", 1234567.891, -1234567890123L));
        System.out.format("%s-%s%n", 1, 2).append("app").append('c').println();
        System.out.print('c'); System.out.print(1); System.out.print(2L); System.out.print(1.5f); System.out.print(2.5); System.out.print(true); System.out.print(new char[] {'x', 'y'}); System.out.print((Object) "o"); System.out.print((String) null); System.out.println();
        System.err.println("to err");
        java.io.ByteArrayOutputStream bo = new java.io.ByteArrayOutputStream();
        java.io.PrintStream ps = new java.io.PrintStream(bo);
        ps.println("inner"); ps.printf("%d", 5); ps.flush();
        System.out.println(bo.toString() + bo.size());
        java.io.StringWriter sw = new java.io.StringWriter();
        new java.io.PrintWriter(sw, true).println("pw");
        System.out.print(sw);
        try (java.io.BufferedReader br = new java.io.BufferedReader(new java.io.StringReader("l1\nl2"))) {
            String line; while ((line = br.readLine()) != null) System.out.println(line);
        } catch (java.io.IOException e) { System.out.println(e); }
        System.out.println(System.lineSeparator().length() + System.getProperty("line.separator") + System.getProperty("nope") + System.getProperty("nope", "d") + System.getProperty("file.separator") + System.setProperty("my.key", "v") + System.getProperty("my.key"));
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("(\\w+)@(\\w+)\\.com").matcher("joe@site.com, ann@corp.com");
        while (m.find()) System.out.println(m.group(1) + " at " + m.group(2) + " " + m.start());
        System.out.println("2021-03-04".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1") + java.util.regex.Pattern.matches("a*b", "aaab"));
        System.out.println(java.text.MessageFormat.class.getSimpleName() + new StringBuilder().append(1).append("x").toString());
    }
}
