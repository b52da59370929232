import java.util.Objects;

public class MessagesWithInputs {
    public static void texts(int index, String text) {
        int[] three = new int[3];
        try {
            three[index]++;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert e.getMessage().equals("Index " + index + " out of bounds for length 3");
        }
        try {
            Objects.checkFromIndexSize(1, index, 3);
        } catch (IndexOutOfBoundsException e) {
            assert e.getMessage().equals("Range [1, 1 + " + index + ") out of bounds for length 3");
        }
        try {
            three = new int[Math.min(index, 3)];
        } catch (NegativeArraySizeException e) {
            assert e.toString().startsWith("java.lang.Neg");
        }
        try {
            Integer.parseInt(text);
        } catch (NumberFormatException e) {
            System.out.println("no number: " + e.getMessage());
            Exception wrapped = new RuntimeException(e);
            assert wrapped.getMessage().startsWith("java.lang.NumberFormatException: For input string: \"");
            assert new StringBuilder(e.getMessage()).toString().equals("For input string: \"" + text + "\"");
        }
    }
}
