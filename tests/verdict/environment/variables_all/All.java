// All variables at once are those that the user gave, and the verdict says so.
public class All {
    public static void main(String[] args) {
        String home = System.getenv("APP_HOME");
        assert System.getenv().size() == 1;
        assert System.getenv().get("APP_HOME") == home;
        assert System.getenv("APP_MODE") == null;
    }
}
