// An array of strings of any length.
public class Longest {
    static int longest(String[] words) {
        int longest = 0;
        for (String word : words) {
            longest = Math.max(longest, word.length());
        }
        assert words.length > 0 || longest == 1;
        return longest;
    }
}
