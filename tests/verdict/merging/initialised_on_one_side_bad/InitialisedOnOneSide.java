import cortado.Any;

// A class whose initialiser somebody notices is initialised on one side of a branch only.
public class InitialisedOnOneSide {
    static String log = "";

    static class Loud {
        static int value = 5;

        static {
            log += "L";
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        int r = 0;
        if (x == 99)
            r = Loud.value;
        log += "m";
        r += Loud.value;
        assert log.equals("mL");
    }
}
