package cortado;

/** Ends an execution that an assumption excludes. Not an Exception, so that ordinary handlers do not swallow it. */
public final class AssumptionViolated extends Error {
    private static final long serialVersionUID = 1L;

    public AssumptionViolated() {
        super("an assumption does not hold: this execution is not part of what was checked");
    }
}
