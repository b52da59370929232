// An array of squares is an array of shapes that takes no other shape.
public class Covariant {
    static class Shape {}

    static class Square extends Shape {}

    static void store(Shape[] a) {
        if (a.length == 1) {
            a[0] = new Shape();
            assert a[0] == null;
        }
    }
}
