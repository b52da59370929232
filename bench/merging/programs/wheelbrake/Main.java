import cortado.Any;

/** Drives the controller of a wheel brake for a number of steps. Each step has three inputs. */
public class Main {
    public static void main(String[] args) {
        int steps = Integer.parseInt(args[0]);
        BrakeController controller = new BrakeController();
        for (int step = 0; step < steps; step++) {
            int pedal = Any.anInt();
            boolean automatic = Any.aBoolean();
            boolean skidding = Any.aBoolean();
            controller.update(pedal, automatic, skidding);

            assert controller.normalPressure() == 0 || controller.alternatePressure() == 0;
            assert controller.normalPressure() <= BrakeController.FULL_PRESSURE;
            assert controller.alternatePressure() <= BrakeController.FULL_PRESSURE;
        }
    }
}
