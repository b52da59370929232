import java.util.Locale;

// Nothing here depends on the machine: the program sets what it asks for, or asks without showing it.
public class Own {
    public static void main(String[] args) {
        System.setProperty("app.mode", "fast");
        assert System.getProperty("app.mode", "slow").equals("fast");
        Locale.setDefault(Locale.GERMANY);
        assert Locale.getDefault().getCountry().equals("DE");
        assert String.format(Locale.ROOT, "%d-%s", 7, "x").equals("7-x");
        assert "TITLE".toLowerCase(Locale.ROOT).equals("title");
    }
}
