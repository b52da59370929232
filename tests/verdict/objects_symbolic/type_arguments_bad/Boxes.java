// A field of the type of a type variable holds what the type argument says.
public class Boxes {
    static class Box<T> {
        T content;
    }

    static final class Named extends Box<String> {
    }

    static int length(Box<String> box) {
        if (box.content == null) {
            return 0;
        }
        int length = box.content.length();
        assert length > 0;
        return length;
    }
}
