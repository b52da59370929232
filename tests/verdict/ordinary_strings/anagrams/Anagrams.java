import cortado.Any;

// Two words over three letters are anagrams if each letter is in both equally often.
public class Anagrams {
    static boolean anagrams(String a, String b) {
        if (a.length() != b.length()) {
            return false;
        }
        int[] counts = new int[3];
        for (int i = 0; i < a.length(); i++) {
            counts[a.charAt(i) - 'a']++;
            counts[b.charAt(i) - 'a']--;
        }
        return counts[0] == 0 && counts[1] == 0;
    }

    static String word() {
        String word = Any.aString(2);
        for (int i = 0; i < word.length(); i++) {
            Any.assume(word.charAt(i) >= 'a' && word.charAt(i) <= 'c');
        }
        return word;
    }

    public static void main(String[] args) {
        String a = word();
        String b = word();
        String turned = new StringBuilder(b).reverse().toString();
        assert anagrams(a, b) == (a.equals(b) || a.equals(turned));
    }
}
