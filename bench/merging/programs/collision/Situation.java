/** What is known about another aircraft at one moment. */
class Situation {
    static final int NO_INTENT = 0;
    static final int OTHER_CLIMBS = 1;
    static final int OTHER_DESCENDS = 2;

    int separation;
    boolean highConfidence;
    boolean reportValid;
    int ownAltitude;
    int ownRate;
    int otherAltitude;
    int layer;
    int upSeparation;
    int downSeparation;
    int otherAdvisory;
    boolean otherEquipped;
    boolean climbInhibited;
}
