// Reading a constant variable does not initialise its class; a boxed constant is not a constant variable.
public class ConstantsDoNotTrigger {
    static boolean touched = false;

    static class Constants {
        static final int SIZE = 10;
        static final String NAME = "n";

        static {
            touched = true;
        }
    }

    public static void main(String[] args) {
        int size = Constants.SIZE;
        String name = Constants.NAME;
        assert size == 10 && name.length() == 1;
        assert !touched;
    }
}
