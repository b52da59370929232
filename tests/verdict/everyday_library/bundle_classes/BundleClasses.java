import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

// Bundles that are classes; a locale's bundle has the language's and the base bundle as parents.
public class BundleClasses {
    public static class Texts extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hello?"}, {"bye", "Bye?"}, {"limit", 3}};
        }
    }

    public static class Texts_en extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hello"}};
        }
    }

    public static class Texts_de_AT extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Servus"}};
        }
    }

    public static void main(String[] args) {
        String base = "BundleClasses$Texts";
        ResourceBundle english = ResourceBundle.getBundle(base, Locale.US);
        assert english.getString("hello").equals("Hello") && english.getString("bye").equals("Bye?");
        assert english.getObject("limit").equals(3) && english.keySet().size() == 3;
        ResourceBundle austrian = ResourceBundle.getBundle(base, new Locale("de", "AT"));
        assert austrian.getString("hello").equals("Servus");
        assert ResourceBundle.getBundle(base, Locale.ROOT).getString("hello").equals("Hello?");
        try {
            ResourceBundle.getBundle("Nowhere", Locale.US);
            assert false;
        } catch (MissingResourceException e) {
            assert e.getMessage().equals("Can't find bundle for base name Nowhere, locale en_US");
        }
        assert austrian.containsKey("bye") && !austrian.containsKey("thanks");
        austrian.getString("bye");
    }
}
