import java.util.Locale;

/** Operations on strings that have bodies in Rust, to be run with known and with symbolic arguments. */
public class StringOperations {
    /** Some of the text, whatever it is: the contents of a string and whether it is the same object. */
    static int mark(String made, String from) {
        return made.hashCode() * 4 + (made == from ? 1 : 0) + (made == "" ? 2 : 0);
    }

    static int parts(String s, int i, int j) {
        return mark(s.substring(i, j), s);
    }

    static int tail(String s, int i) {
        return mark(s.substring(i), s);
    }

    static int trims(String s) {
        return mark(s.trim(), s) * 3 + mark(s.strip(), s) * 5 + mark(s.stripLeading(), s) * 7
            + mark(s.stripTrailing(), s) * 11 + (s.isBlank() ? 1 : 0);
    }

    static int padded(String s) {
        String wide = " \t" + s + "\u2003 ";
        return mark(wide.trim(), wide) * 3 + mark(wide.strip(), wide) * 5 + wide.trim().length();
    }

    static int replaced(String s, char c) {
        return mark(s.replace(c, 'q'), s) * 3 + mark(s.replace('a', c), s) + mark(s.replace("a", "bc"), s)
            + mark(s.replace("", "-"), s) * 7 + mark(s.replace("12", ""), s);
    }

    static int cases(String s) {
        if (s.codePointCount(0, s.length()) != s.length()) {
            return 0;
        }
        return mark(s.toLowerCase(Locale.ROOT), s) * 3 + mark(s.toUpperCase(Locale.ROOT), s);
    }

    static int folded(String s, String t) {
        return (s.equalsIgnoreCase(t) ? 1 : 0) + (s.equalsIgnoreCase("aB") ? 2 : 0) + ("ISK".equalsIgnoreCase(s) ? 4 : 0)
            + (s.regionMatches(true, 0, "A", 0, 1) ? 8 : 0);
    }

    static int compared(String s, String t) {
        return Integer.signum(s.compareTo(t)) + (s.equals(t) ? 2 : 0) + (s.startsWith(t) ? 4 : 0)
            + (s.endsWith(t) ? 8 : 0) + (s.contains(t) ? 16 : 0) + (s.contentEquals(new StringBuilder(t)) ? 32 : 0)
            + s.compareTo("a,") * 64;
    }

    static int regions(String s, int i, int j) {
        return (s.regionMatches(i, "xa,b", j, 2) ? 1 : 0) + (s.startsWith("b", i) ? 2 : 0)
            + (s.regionMatches(i, s, j, 1) ? 4 : 0) + (s.regionMatches(i, "ab", 1, j) ? 8 : 0);
    }

    static int places(String s, int i, char c) {
        return s.indexOf(c) + 10 * s.indexOf(c, i) + 100 * s.lastIndexOf(c) + 1000 * s.lastIndexOf(c, i)
            + 10000 * s.indexOf(i) + 20000 * s.lastIndexOf(0x1F600);
    }

    static int textPlaces(String s, String t, int i) {
        return s.indexOf(t) + 10 * s.indexOf(t, i) + 100 * s.lastIndexOf(t) + 1000 * s.lastIndexOf(t, i);
    }

    static int reversed(String s) {
        return new StringBuilder(s).reverse().toString().hashCode();
    }

    static int edited(String s, int i, char c) {
        StringBuilder b = new StringBuilder(s).append("xyz");
        b.setCharAt(i, c);
        b.insert(i, s).deleteCharAt(i).append(i);
        return b.toString().hashCode() + b.indexOf("z") + b.charAt(i);
    }

    static int parsed(String s) {
        int sum = 0;
        try {
            sum += Integer.parseInt(s);
        } catch (NumberFormatException e) {
            sum++;
        }
        try {
            sum += Integer.parseInt(s, 16) * 3;
        } catch (NumberFormatException e) {
            sum += 2;
        }
        try {
            sum += Long.parseLong(s) * 5;
        } catch (NumberFormatException e) {
            sum += 4;
        }
        return sum;
    }

    static int reread(int i, long j) {
        String s = "" + i + ',' + j;
        int comma = s.indexOf(',');
        return Integer.parseInt(s.substring(0, comma)) + (int) Long.parseLong(s.substring(comma + 1)) + s.length()
            + (s.equals("7,300") ? 1 : 0) + ("" + i).length() + (("x" + i + "y").equals("x33y") ? 1 : 0);
    }

    static int classified(char c) {
        int sum = 0;
        sum = 2 * sum + (Character.isDigit(c) ? 1 : 0);
        sum = 2 * sum + (Character.isLetter(c) ? 1 : 0);
        sum = 2 * sum + (Character.isLetterOrDigit(c) ? 1 : 0);
        sum = 2 * sum + (Character.isUpperCase(c) ? 1 : 0);
        sum = 2 * sum + (Character.isLowerCase(c) ? 1 : 0);
        sum = 2 * sum + (Character.isWhitespace(c) ? 1 : 0);
        sum = 2 * sum + (Character.isSpaceChar(c) ? 1 : 0);
        sum = 31 * sum + Character.getNumericValue(c);
        sum = 31 * sum + Character.digit(c, 16);
        sum = 31 * sum + Character.getType(c);
        return 31 * sum + Character.toUpperCase(c) * 7 + Character.toLowerCase(c);
    }

    static int codePoints(int c) {
        return (Character.isLetter(c) ? 1 : 0) + Character.toLowerCase(c) * 3 + Character.getType(c) * 5
            + (Character.isDigit(c) ? 7 : 0);
    }

    static int pieces(String s) {
        int sum = 0;
        for (String part : s.split(",")) {
            sum = 31 * sum + part.hashCode() + 1;
        }
        return sum + String.join("-", s.split("b", -1)).hashCode() + s.repeat(2).hashCode() + s.concat(s).hashCode();
    }

    static int switched(String s) {
        switch (s) {
            case "": return 1;
            case "Aa": return 2;
            case "BB": return 3;
            case "a longer case than most": return 4;
            case "12": return 5;
            default: return s.length() + s.charAt(0);
        }
    }
}
