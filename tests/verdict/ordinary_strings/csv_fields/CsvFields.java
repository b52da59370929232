import cortado.Any;

// A line has one field more than it has commas, if empty fields at its end are kept.
public class CsvFields {
    public static void main(String[] args) {
        String line = Any.aString(4);
        int commas = 0;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == ',') {
                commas++;
            }
        }
        String[] fields = line.split(",", -1);
        assert fields.length == commas + 1;
    }
}
