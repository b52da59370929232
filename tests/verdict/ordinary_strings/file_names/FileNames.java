import cortado.Any;

// Characters that file names do not like.
public class FileNames {
    static String safeName(String name) {
        return name.replace('/', '_').replace(':', '_');
    }

    public static void main(String[] args) {
        String name = safeName(Any.aString(6));
        assert name.indexOf('/') < 0;
        assert !name.contains(":");
    }
}
