/**
 * A brake with two hydraulic circuits. The pedal, or an automatic mode that holds a deceleration, demands a pressure; an
 * anti-skid valve takes some of it away; a selector moves from the normal to the alternate circuit when the normal one
 * does not build up what was demanded, and stays there.
 */
class BrakeController {
    static final int FULL_PRESSURE = 100;
    private static final int MAX_PEDAL = 4;
    private static final int MAX_MISSES = 3;
    private static final int RATE = 20;

    private enum Mode { RELEASED, MANUAL, AUTOMATIC, RELEASING }

    private int mode = Mode.RELEASED.ordinal();
    private int demand;
    private int relief;
    private int misses;
    private boolean onAlternate;
    private int normal;
    private int alternate;

    int normalPressure() {
        return normal;
    }

    int alternatePressure() {
        return alternate;
    }

    void update(int pedal, boolean automatic, boolean skidding) {
        int position = clamp(pedal);
        selectMode(position, automatic);
        computeDemand(position);
        relieve(skidding);
        int command = command();
        selectCircuit(command);
        apply(command);
    }

    private static int clamp(int pedal) {
        int position = pedal;
        if (position < 0) {
            position = 0;
        } else if (position > MAX_PEDAL) {
            position = MAX_PEDAL;
        }
        return position;
    }

    private void selectMode(int position, boolean automatic) {
        if (position > 0) {
            mode = Mode.MANUAL.ordinal();
        } else if (automatic) {
            mode = Mode.AUTOMATIC.ordinal();
        } else if (demand > 0) {
            mode = Mode.RELEASING.ordinal();
        } else {
            mode = Mode.RELEASED.ordinal();
        }
    }

    private void computeDemand(int position) {
        int target;
        if (mode == Mode.MANUAL.ordinal()) {
            target = position * (FULL_PRESSURE / MAX_PEDAL);
        } else if (mode == Mode.AUTOMATIC.ordinal()) {
            target = FULL_PRESSURE / 2;
        } else {
            target = 0;
        }
        int change = target - demand;
        if (change > RATE) {
            change = RATE;
        }
        if (change < -RATE) {
            change = -RATE;
        }
        demand = demand + change;
    }

    private void relieve(boolean skidding) {
        if (skidding && demand > 0) {
            relief = relief + RATE;
            if (relief > FULL_PRESSURE) {
                relief = FULL_PRESSURE;
            }
        } else if (relief > 0) {
            relief = relief - RATE / 2;
            if (relief < 0) {
                relief = 0;
            }
        }
    }

    private int command() {
        int command = demand - relief;
        if (command < 0) {
            command = 0;
        }
        return command;
    }

    private void selectCircuit(int command) {
        if (!onAlternate) {
            if (command > 0 && normal < command / 2) {
                misses = misses + 1;
            } else {
                misses = 0;
            }
            if (misses >= MAX_MISSES) {
                onAlternate = true;
            }
        }
    }

    private void apply(int command) {
        if (onAlternate) {
            normal = 0;
            alternate = (alternate + command) / 2;
        } else {
            normal = (normal + command) / 2;
            alternate = 0;
        }
    }
}
