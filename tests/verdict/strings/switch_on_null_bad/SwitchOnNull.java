import cortado.Any;

// A switch on a null string throws.
public class SwitchOnNull {
    public static void main(String[] args) {
        String s = Any.aBoolean() ? "on" : null;
        int n = switch (s) {
            case "on" -> 1;
            case "off" -> 2;
            default -> 3;
        };
        assert n != 2;
    }
}
