/** Decides whether to climb, to descend or to stay, and keeps from changing its mind needlessly. */
class Advisor {
    static final int NONE = 0;
    static final int CLIMB = 1;
    static final int DESCEND = 2;

    private static final int MAX_SEPARATION = 600;
    private static final int MAX_RATE = 600;
    private static final int MIN_SEPARATION = 300;
    private static final int CLIMB_PENALTY = 100;

    private int last = NONE;
    private int reversals;

    int reversals() {
        return reversals;
    }

    int advise(Situation now) {
        boolean enabled = now.highConfidence && now.ownRate <= MAX_RATE && now.separation > MAX_SEPARATION;
        boolean intentUnknown = now.reportValid && now.otherAdvisory == Situation.NO_INTENT;
        int advisory = NONE;
        if (enabled && ((now.otherEquipped && intentUnknown) || !now.otherEquipped)) {
            boolean needUp = mayClimb(now) && isBelow(now);
            boolean needDown = mayDescend(now) && isAbove(now);
            if (needUp && needDown) {
                advisory = NONE;
            } else if (needUp) {
                advisory = CLIMB;
            } else if (needDown) {
                advisory = DESCEND;
            }
        }
        return settle(advisory);
    }

    /** A reversal is only counted, and not refused. */
    private int settle(int advisory) {
        if (advisory != NONE && last != NONE && advisory != last) {
            reversals++;
        }
        if (advisory != NONE) {
            last = advisory;
        }
        return advisory;
    }

    private static int threshold(int layer) {
        switch (layer) {
            case 0:
                return 400;
            case 1:
                return 500;
            case 2:
                return 640;
            default:
                return 740;
        }
    }

    private static int inhibitedUp(Situation now) {
        return now.climbInhibited ? now.upSeparation + CLIMB_PENALTY : now.upSeparation;
    }

    private static boolean prefersUp(Situation now) {
        return inhibitedUp(now) > now.downSeparation;
    }

    private static boolean isBelow(Situation now) {
        return now.ownAltitude < now.otherAltitude;
    }

    private static boolean isAbove(Situation now) {
        return now.otherAltitude < now.ownAltitude;
    }

    private static boolean mayClimb(Situation now) {
        if (prefersUp(now)) {
            return !isBelow(now) || now.downSeparation < threshold(now.layer);
        }
        return isAbove(now) && now.separation >= MIN_SEPARATION && now.upSeparation >= threshold(now.layer);
    }

    private static boolean mayDescend(Situation now) {
        if (prefersUp(now)) {
            return isBelow(now) && now.separation >= MIN_SEPARATION && now.downSeparation >= threshold(now.layer);
        }
        return !isAbove(now) || now.upSeparation >= threshold(now.layer);
    }
}
