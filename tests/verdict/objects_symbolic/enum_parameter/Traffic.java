// Every constant of an enum is looked at.
public class Traffic {
    enum Light { RED, YELLOW, GREEN }

    static Light next(Light light) {
        Light next = light == Light.RED ? Light.GREEN : light == Light.GREEN ? Light.YELLOW : Light.RED;
        assert next != light;
        return next;
    }
}
