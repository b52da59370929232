import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

// Counts lines; the last one may lack its end.
public class Lines {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        int lines = 0;
        int characters = 0;
        String line;
        while ((line = reader.readLine()) != null) {
            lines++;
            characters += line.length();
        }
        assert characters + lines <= 4;
        assert reader.readLine() == null;
    }
}
