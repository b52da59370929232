/**
 * Grants each resource to one user at a time. A user with a higher number has priority: whoever holds what it asks for is
 * told to give it back, and the best of those that wait gets it then. A user that was refused before is preferred once.
 */
class Arbiter {
    static final int IDLE = 0;
    static final int PENDING = 1;
    static final int GRANTED = 2;
    static final int REVOKING = 3;

    private static final int NOBODY = -1;

    private final int users;
    private final int[][] states;
    private final int[] holders;
    private final int[] refused;

    Arbiter(int users, int resources) {
        this.users = users;
        states = new int[users][resources];
        holders = new int[resources];
        for (int i = 0; i < resources; i++) {
            holders[i] = NOBODY;
        }
        refused = new int[users];
    }

    int stateOf(int user, int resource) {
        return states[user][resource];
    }

    boolean isFree(int resource) {
        return holders[resource] == NOBODY;
    }

    void request(int user, int resource) {
        if (states[user][resource] != IDLE) {
            return;
        }
        int holder = holders[resource];
        if (holder == NOBODY) {
            grant(user, resource);
            return;
        }
        states[user][resource] = PENDING;
        if (user > holder) {
            states[holder][resource] = REVOKING;
        } else {
            refused[user]++;
        }
    }

    void cancel(int user, int resource) {
        int state = states[user][resource];
        if (state == PENDING) {
            states[user][resource] = IDLE;
        } else if (state == GRANTED || state == REVOKING) {
            release(user, resource);
        }
    }

    void release(int user, int resource) {
        if (holders[resource] != user) {
            return;
        }
        states[user][resource] = IDLE;
        holders[resource] = NOBODY;
        int next = best(resource);
        if (next != NOBODY) {
            grant(next, resource);
        }
    }

    private void grant(int user, int resource) {
        states[user][resource] = GRANTED;
        holders[resource] = user;
        refused[user] = 0;
    }

    private int best(int resource) {
        int best = NOBODY;
        int bestRank = 0;
        for (int user = 0; user < users; user++) {
            if (states[user][resource] == PENDING) {
                int rank = user + 1 + (refused[user] > 0 ? users : 0);
                if (rank > bestRank) {
                    best = user;
                    bestRank = rank;
                }
            }
        }
        return best;
    }
}
