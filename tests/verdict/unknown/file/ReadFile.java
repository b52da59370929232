import java.io.FileInputStream;

// No file of the user's machine is read.
public class ReadFile {
    public static void main(String[] args) throws Exception {
        try (FileInputStream in = new FileInputStream("input.txt")) {
            assert in.read() != 'x';
        }
    }
}
