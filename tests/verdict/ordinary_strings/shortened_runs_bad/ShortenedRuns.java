import cortado.Any;

// Replacing pairs once leaves no pair only if what replaces them cannot make a new one.
public class ShortenedRuns {
    public static void main(String[] args) {
        String s = Any.aString(4);
        String once = s.replace("aa", "a");
        assert !once.contains("aa");
    }
}
