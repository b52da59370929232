import cortado.Any;

// Values that depend on all inputs so far, and stay within bounds that follow from how they change.
public class LongHistory {
    private int demand;
    private int relief;
    private int misses;
    private boolean onAlternate;
    private int normal;
    private int alternate;

    private void update(int target, boolean skidding) {
        int change = target - demand;
        if (change > 20)
            change = 20;
        if (change < -20)
            change = -20;
        demand = demand + change;
        if (skidding && demand > 0) {
            relief = relief + 20;
            if (relief > 100)
                relief = 100;
        } else if (relief > 0) {
            relief = relief - 10;
            if (relief < 0)
                relief = 0;
        }
        int command = demand - relief;
        if (command < 0)
            command = 0;
        if (!onAlternate) {
            if (command > 0 && normal < command / 2)
                misses = misses + 1;
            else
                misses = 0;
            if (misses >= 3)
                onAlternate = true;
        }
        if (onAlternate) {
            normal = 0;
            alternate = (alternate + command) / 2;
        } else {
            normal = (normal + command) / 2;
            alternate = 0;
        }
    }

    public static void main(String[] args) {
        LongHistory brake = new LongHistory();
        for (int step = 0; step < 10; step++) {
            int target = Any.anInt() > 0 ? 100 : 0;
            brake.update(target, Any.aBoolean());
            assert brake.normal == 0 || brake.alternate == 0;
            assert brake.normal <= 100;
            assert brake.alternate <= 100;
        }
    }
}
