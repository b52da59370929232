import cortado.Any;

// How far a letter is from a character beyond 16 bits depends on how the JVM stores the first string.
public class Beyond {
    public static void main(String[] args) {
        String s = Any.aString(1);
        int far = s.compareToIgnoreCase("\ud83d\ude00");
        assert far < 0 || s.length() == 0;
    }
}
