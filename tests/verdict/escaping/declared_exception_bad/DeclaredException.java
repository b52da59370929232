import cortado.Any;
import java.io.IOException;

// What the entry declares in its throws clause may leave it, subclasses included.
public class DeclaredException {
    public static void main(String[] args) throws IOException {
        int x = Any.anInt();
        if (x == 99) {
            throw new IllegalStateException("not declared");
        }
    }
}
