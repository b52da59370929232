import org.sosy_lab.sv_benchmarks.Verifier;

/** A pump in a mine: it must not run while there is methane, and must run when the water is high. */
public class Main {
    enum Level { LOW, NORMAL, HIGH }

    static final class Environment {
        Level level = Level.NORMAL;
        boolean methane;

        void rise() {
            level = level == Level.LOW ? Level.NORMAL : Level.HIGH;
        }

        void sink() {
            level = level == Level.HIGH ? Level.NORMAL : Level.LOW;
        }
    }

    static final class Pump {
        private final Environment environment;
        private boolean running;

        Pump(Environment environment) {
            this.environment = environment;
        }

        void step() {
            if (running) {
                environment.sink();
            }
            if (running && environment.level == Level.LOW) {
                running = false;
            } else if (!running && environment.level == Level.HIGH && !environment.methane) {
                running = true;
            }
        }
    }

    public static void main(String[] args) {
        Environment environment = new Environment();
        Pump pump = new Pump(environment);
        for (int i = 0; i < 4; i++) {
            if (Verifier.nondetBoolean()) {
                environment.rise();
            }
            if (Verifier.nondetBoolean()) {
                environment.methane = !environment.methane;
            }
            pump.step();
            assert !(pump.running && environment.methane);
            assert pump.running || environment.methane || environment.level != Level.HIGH;
        }
    }
}
