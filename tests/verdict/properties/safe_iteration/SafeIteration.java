import cortado.Any;
import java.util.*;

// The running example of the paper on slicing and guiding, with a removal that names the element.
public class SafeIteration {
    public static void main(String[] args) throws Exception {
        ArrayList<Integer> arr = new ArrayList<>(List.of(Any.anInt(), Any.anInt()));
        int max = 0;
        Iterator<Integer> iter = arr.iterator();
        for (int i = 0; i < arr.size() / 2; i++) {
            if (arr.get(i) > max) max = arr.get(i);
        }
        if (max == 100 && max == 101) arr.remove(Integer.valueOf(max));
        while (iter.hasNext()) {
            int temp = iter.next();
            if (temp > max) max = temp;
        }
    }
}
