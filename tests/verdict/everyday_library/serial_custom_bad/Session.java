import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** An object that checks itself when it is read. */
public class Session {
    static class Range implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int low;
        private transient int high;

        Range(int low, int high) {
            this.low = low;
            this.high = high;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(high - low);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            int width = in.readInt();
            if (width < 0) {
                throw new InvalidObjectException("negative");
            }
            high = low + width;
        }
    }

    static class Single implements Serializable {
        private static final long serialVersionUID = 1L;
        static final Single INSTANCE = new Single();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    static Object copy(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(object);
        out.flush();
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws ClassNotFoundException, IOException {
        assert copy(Single.INSTANCE) == Single.INSTANCE;
        int low = cortado.Any.anInt(0, 9);
        int high = cortado.Any.anInt(5, 20);
        try {
            Range range = (Range) copy(new Range(low, high));
            assert range.low == low && range.high == high;
            assert low <= high;
        } catch (InvalidObjectException e) {
            assert low > high + 1;
        }
    }
}
