import cortado.Any;

// The constants of an enum, by its class.
public class OneOfEnum {
    enum Light { RED, GREEN, AMBER }

    static Light next(Light light) {
        return Light.values()[(light.ordinal() + 1) % 2];
    }

    public static void main(String[] args) {
        Light light = Any.oneOf(Light.class);
        assert next(light) != light;
        assert next(next(next(light))) == light; // here
    }
}
