import java.util.ArrayList;
import java.util.List;

public class RejectedDecidedIndex {
    public static int get(int index) {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        if (index == 7) {
            return list.get(index);
        }
        return 0;
    }
}
