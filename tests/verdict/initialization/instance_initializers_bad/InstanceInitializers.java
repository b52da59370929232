// Instance initialisers run after super(...) and before the rest of the constructor, not after this(...).
public class InstanceInitializers {
    static class Traced {
        String log;

        {
            log = "i";
        }

        Traced() {
            this("y");
            log += "0";
        }

        Traced(String s) {
            log += s;
        }

        {
            log += "j";
        }
    }

    public static void main(String[] args) {
        assert new Traced().log.equals("ijx0");
    }
}
