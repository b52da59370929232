import org.sosy_lab.sv_benchmarks.Verifier;

/** A thermostat with hysteresis keeps a room between its limits. */
public class Main {
    private boolean heating;

    void step(float temperature) {
        if (temperature < 18.5f) {
            heating = true;
        } else if (temperature > 21.5f) {
            heating = false;
        }
    }

    public static void main(String[] args) {
        Main thermostat = new Main();
        float temperature = Verifier.nondetFloat();
        Verifier.assume(temperature >= 17f && temperature <= 23f);
        for (int i = 0; i < 3; i++) {
            thermostat.step(temperature);
            temperature += thermostat.heating ? 0.5f : -0.5f;
            assert temperature >= 16.75f && temperature < 22.25f;
        }
    }
}
