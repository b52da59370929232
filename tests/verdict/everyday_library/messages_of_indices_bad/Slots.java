import java.util.*;

/** What the JDK says of an index that is out of range. */
public class Slots {
    static String reason(int[] slots, int index) {
        try {
            slots[index]++;
            return "ok";
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] args) {
        int index = cortado.Any.anInt(-2, 12);
        String reason = reason(new int[10], index);
        assert reason.equals("ok") == (index >= 0 && index < 10);
        if (index < 0) {
            assert reason.equals("Index " + index + " out of bounds for length 10");
        }
        try {
            new ArrayList<>(List.of(1, 2)).get(index);
        } catch (IndexOutOfBoundsException e) {
            assert e.getMessage().startsWith("Index ") && e.getMessage().endsWith("length 2");
        }
        try {
            int[] more = new int[index];
            assert more.length == index;
        } catch (NegativeArraySizeException e) {
            assert Integer.parseInt(e.getMessage()) == -1;
        }
    }
}
