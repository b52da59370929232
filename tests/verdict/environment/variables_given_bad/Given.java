// The user gives one variable a value; the number in it is read as on that machine.
public class Given {
    public static void main(String[] args) {
        int limit = Integer.parseInt(System.getenv("APP_LIMIT"));
        assert limit < 40;
    }
}
