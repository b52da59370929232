import cortado.Any;

// valueOf throws for a name that does not exist.
public class EnumValueOf {
    enum Mode {
        READ,
        WRITE
    }

    public static void main(String[] args) {
        String name = Any.aBoolean() ? "READ" : "WRITE";
        Mode m = Mode.valueOf(name);
        assert m.name().equals(name);
    }
}
