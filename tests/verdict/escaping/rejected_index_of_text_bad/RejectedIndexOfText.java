// An index that is passed on is refused by what checks it; one that the method computes is the method's own.
public class RejectedIndexOfText {
    public static char at(String text, int index) {
        return text.charAt(text.length() - 1);
    }
}
