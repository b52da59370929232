import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;

/** Records are read through their canonical constructor. */
public class Points {
    static int made;

    record Point(int x, long y, String name) implements Serializable {
        Point {
            made++;
        }
    }

    public static void main(String[] args) throws Exception {
        int x = cortado.Any.anInt();
        List<Point> points = List.of(new Point(x, -1L, "a"), new Point(2, x, null));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(points);
        }
        Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        assert read.equals(points) && read != points;
        assert made == 4;
    }
}
