import cortado.Any;

// Commands told apart by a switch; strings of any length are looked at.
public class Commands {
    static int cost(String command) {
        switch (command) {
            case "stop": return 0;
            case "go": return 1;
            case "forward": return 2;
            case "Aa": return 3;
            case "BB": return 4;
            default: return -1;
        }
    }

    public static void main(String[] args) {
        String command = Any.aString();
        int cost = cost(command);
        if (cost == 3) {
            assert command.equals("BB");
        }
        assert cost < 5;
    }
}
