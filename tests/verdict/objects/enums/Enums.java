import cortado.Any;

// Ordinals, names, values() and switches of an enum.
public class Enums {
    enum Color {
        RED,
        GREEN,
        BLUE;

        Color next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    static int code(Color c) {
        return switch (c) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
    }

    public static void main(String[] args) {
        int i = Any.anInt(0, 2);
        Color c = Color.values()[i];
        assert c.ordinal() == i && code(c) == i + 1;
        assert code(c.next()) == (i + 1) % 3 + 1;
        Color.values()[0] = Color.BLUE;
        assert Color.values()[0] == Color.RED;
        assert Color.valueOf("GREEN") == Color.GREEN && Color.BLUE.toString().equals("BLUE");
    }
}
