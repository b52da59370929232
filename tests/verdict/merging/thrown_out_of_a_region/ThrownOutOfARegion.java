import cortado.Any;

// One way through the branches throws; the others go on as one.
public class ThrownOutOfARegion {
    static int step(int state, int input, int i) {
        if (input == 1) {
            if (state == 0)
                throw new IllegalStateException("closed twice");
            return 0;
        }
        if (input == 2)
            return 1;
        return state;
    }

    public static void main(String[] args) {
        int state = 1;
        for (int i = 0; i < 4; i++) {
            int input = Any.anInt();
            if (input == 1 && state == 0)
                continue;
            state = step(state, input, i);
        }
        assert state == 0 || state == 1;
    }
}
