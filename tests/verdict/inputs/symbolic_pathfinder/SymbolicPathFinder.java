import gov.nasa.jpf.symbc.Debug;

// The harness class of Symbolic PathFinder.
public class SymbolicPathFinder {
    public static void main(String[] args) {
        int x = Debug.makeSymbolicInteger("x");
        int y = Debug.addSymbolicInt(0, "y");
        Debug.assume(x > y);
        assert x - 1 >= y;
    }
}
