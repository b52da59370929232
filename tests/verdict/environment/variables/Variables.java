import cortado.Any;

// Environment variables are not set, and the verdict says so.
public class Variables {
    static int limit(int fallback) {
        String text = System.getenv("APP_LIMIT");
        return text == null ? fallback : Integer.parseInt(text);
    }

    public static void main(String[] args) {
        int fallback = Any.anInt();
        assert limit(fallback) == fallback;
        assert System.getenv().get("APP_LIMIT") == null;
    }
}
