import cortado.Any;

// A compound assignment casts implicitly (JLS 15.26.2).
public class CompoundAssignmentNarrows {
    public static void main(String[] args) {
        short before = Any.aShort();
        short s = before;
        s += 1;
        assert s > before;
    }
}
