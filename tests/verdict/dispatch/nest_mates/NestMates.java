import cortado.Any;

// Classes nested in one another call each other's private members directly (JVMS 5.4.4).
public class NestMates {
    private int secret;

    private NestMates(int secret) {
        this.secret = secret;
    }

    private int reveal() {
        return secret;
    }

    static class Inner {
        private int guess = 1;

        private boolean matches(NestMates n) {
            n.secret++;
            return n.reveal() == guess;
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        Inner i = new Inner();
        i.guess += x;
        assert i.matches(new NestMates(x));
    }
}
