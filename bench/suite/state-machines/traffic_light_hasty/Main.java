import org.sosy_lab.sv_benchmarks.Verifier;

/** Two traffic lights at a crossing are never both green. */
public class Main {
    enum Light {
        RED, GREEN, YELLOW;

        Light next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    private Light street = Light.GREEN;
    private Light road = Light.RED;

    void tick(boolean waiting) {
        if (street == Light.RED && road == Light.RED) {
            if (waiting) {
                road = road.next();
            } else {
                street = street.next();
            }
        } else if (street != Light.RED) {
            street = street == Light.GREEN && !waiting ? street : street.next();
        } else {
            road = road.next();
            if (road == Light.YELLOW) {
                street = street.next();
            }
        }
    }

    public static void main(String[] args) {
        Main crossing = new Main();
        for (int i = 0; i < 6; i++) {
            crossing.tick(Verifier.nondetBoolean());
            assert crossing.street == Light.RED || crossing.road == Light.RED;
        }
    }
}
