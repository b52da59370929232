// An Object is one of a few kinds, and the verdict says which.
public class Anything {
    static int size(Object o) {
        if (o instanceof String s) {
            assert s.length() > 0;
            return s.length();
        }
        return -1;
    }
}
