import cortado.Any;

/** Users ask an arbiter for resources and give them back. Each input is a request: who, what, and which resource. */
public class Main {
    private static final int USERS = 3;
    private static final int RESOURCES = 2;

    public static void main(String[] args) {
        int inputs = Integer.parseInt(args[0]);
        Arbiter arbiter = new Arbiter(USERS, RESOURCES);
        for (int i = 0; i < inputs; i++) {
            int request = Any.anInt();
            handle(arbiter, request);
            check(arbiter);
        }
    }

    private static void handle(Arbiter arbiter, int request) {
        int user = request & 3;
        int resource = request >> 2 & 1;
        if (user >= USERS) {
            return;
        }
        if ((request & 8) != 0) {
            arbiter.release(user, resource);
        } else if ((request & 16) != 0) {
            arbiter.cancel(user, resource);
        } else {
            arbiter.request(user, resource);
        }
    }

    private static void check(Arbiter arbiter) {
        for (int resource = 0; resource < RESOURCES; resource++) {
            int granted = 0;
            for (int user = 0; user < USERS; user++) {
                if (arbiter.stateOf(user, resource) == Arbiter.GRANTED
                        || arbiter.stateOf(user, resource) == Arbiter.REVOKING) {
                    granted++;
                }
            }
            assert granted <= 1;
            assert granted == 0 == arbiter.isFree(resource);
        }
    }
}
