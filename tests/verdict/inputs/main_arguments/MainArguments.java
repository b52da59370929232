// main is called with an empty array of arguments.
public class MainArguments {
    public static void main(String[] args) {
        assert args != null;
        assert args.length == 0;
    }
}
