import java.io.File;

// What is in a directory of the user's machine is not looked at.
public class Incoming {
    public static void main(String[] args) {
        String[] names = new File("incoming").list();
        assert names == null || names.length < 3;
    }
}
