import java.util.ArrayList;
import java.util.List;

/** A conjunction of constraints. */
class Filter {
    private final List<Constraint> constraints = new ArrayList<>();

    void add(Constraint constraint) {
        constraints.add(constraint);
    }

    boolean matches(Event event) {
        for (Constraint constraint : constraints) {
            if (!constraint.holds(event)) {
                return false;
            }
        }
        return true;
    }

    /** Whether every event that the other matches is matched here; false also if that is not known. */
    boolean covers(Filter other) {
        for (Constraint mine : constraints) {
            boolean covered = false;
            for (Constraint theirs : other.constraints) {
                covered |= mine.covers(theirs);
            }
            if (!covered) {
                return false;
            }
        }
        return true;
    }
}
