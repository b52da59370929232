import org.sosy_lab.sv_benchmarks.Verifier;

/** An elevator of four floors: it never moves with its door open and never leaves the shaft. */
public class Main {
    static final int FLOORS = 4;
    private final boolean[] called = new boolean[FLOORS];
    private int floor;
    private boolean up = true;
    private boolean open;

    void call(int at) {
        called[at] = true;
    }

    boolean wantedFrom(int from, int step) {
        for (int f = from; f >= 0 && f < FLOORS; f += step) {
            if (called[f]) {
                return true;
            }
        }
        return false;
    }

    void step() {
        if (open && called[floor]) {
            open = false;
            return;
        }
        if (called[floor]) {
            called[floor] = false;
            open = true;
            return;
        }
        int ahead = up ? 1 : -1;
        if (!wantedFrom(floor + ahead, ahead)) {
            up = !up;
            ahead = -ahead;
        }
        if (wantedFrom(floor + ahead, ahead)) {
            int before = floor;
            floor += ahead;
            assert !open : "moved with an open door";
            assert Math.abs(floor - before) == 1;
        }
    }

    public static void main(String[] args) {
        Main elevator = new Main();
        for (int i = 0; i < 4; i++) {
            int at = Verifier.nondetInt();
            if (at >= 0 && at < FLOORS) {
                elevator.call(at);
            }
            elevator.step();
            assert elevator.floor >= 0 && elevator.floor < FLOORS;
        }
    }
}
