import java.util.TimeZone;

// Where the program runs.
public class Here {
    public static void main(String[] args) {
        assert TimeZone.getDefault().getRawOffset() == 0;
        assert TimeZone.getDefault().getID().length() != 3;
    }
}
