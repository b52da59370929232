public class RejectedEnumName {
    enum Color { RED, GREEN }

    public static Color color(String name) {
        return Color.valueOf(name.isEmpty() ? "BLUE" : "RED");
    }
}
