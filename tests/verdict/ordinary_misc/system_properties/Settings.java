import cortado.Any;

// Settings from system properties, with defaults.
public class Settings {
    static int size(String name) {
        String text = System.getProperty(name);
        return text == null ? 16 : Integer.parseInt(text);
    }

    public static void main(String[] args) {
        boolean set = Any.aBoolean();
        if (set) {
            System.setProperty("app.size", "32");
        }
        assert size("app.size") == (set ? 32 : 16);
        assert System.getProperty("app.name", "none").equals("none");
        assert Integer.getInteger("app.size", 1) == (set ? 32 : 1);
        assert !Boolean.getBoolean("app.debug");
        assert System.lineSeparator().length() >= 1;
        System.clearProperty("app.size");
        assert System.getProperty("app.size") == null;
    }
}
