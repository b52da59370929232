import cortado.Any;

/** Drives the logic of a collision-avoidance system for a number of steps. Each step has twelve inputs. */
public class Main {
    public static void main(String[] args) {
        int steps = Integer.parseInt(args[0]);
        Advisor advisor = new Advisor();
        for (int step = 0; step < steps; step++) {
            Situation now = new Situation();
            now.separation = Any.anInt();
            now.highConfidence = Any.aBoolean();
            now.reportValid = Any.aBoolean();
            now.ownAltitude = Any.anInt();
            now.ownRate = Any.anInt();
            now.otherAltitude = Any.anInt();
            now.layer = Any.anInt();
            now.upSeparation = Any.anInt();
            now.downSeparation = Any.anInt();
            now.otherAdvisory = Any.anInt();
            now.otherEquipped = Any.aBoolean();
            now.climbInhibited = Any.aBoolean();
            int advisory = advisor.advise(now);

            assert advisory == Advisor.NONE || advisory == Advisor.CLIMB || advisory == Advisor.DESCEND;
            assert advisory != Advisor.CLIMB || now.otherAdvisory != Situation.OTHER_CLIMBS || !now.otherEquipped;
            assert advisory == Advisor.NONE || now.highConfidence;
            assert advisor.reversals() <= step;
        }
    }
}
