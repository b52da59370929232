import cortado.Any;

// A switch on strings works with equals, also for strings of equal hash code.
public class SwitchWithCollisions {
    static int number(String s) {
        switch (s) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "":
                return 3;
            default:
                return 0;
        }
    }

    public static void main(String[] args) {
        assert "Aa".hashCode() == "BB".hashCode();
        char c = Any.aChar();
        char d = Any.aChar();
        String s = new String(new char[] {c, d});
        int n = number(s);
        assert n == 0;
    }
}
