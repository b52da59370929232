// A property of the machine, one that the program sets, and one of the JDK.
public class Props {
    public static void main(String[] args) {
        assert !System.getProperty("user.name").isEmpty();
        System.setProperty("app.mode", "fast");
        assert System.getProperty("app.mode").equals("slow");
        assert Integer.parseInt(System.getProperty("java.specification.version")) >= 11;
    }
}
