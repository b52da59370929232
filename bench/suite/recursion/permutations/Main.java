import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

/** All orders of three numbers; one of them is sorted. */
public class Main {
    static void permute(List<Integer> left, List<Integer> taken, List<List<Integer>> all) {
        if (left.isEmpty()) {
            all.add(new ArrayList<>(taken));
            return;
        }
        for (int i = 0; i < left.size(); i++) {
            Integer next = left.remove(i);
            taken.add(next);
            permute(left, taken, all);
            taken.remove(taken.size() - 1);
            left.add(i, next);
        }
    }

    static boolean sorted(List<Integer> list) {
        for (int i = 1; i < list.size(); i++) {
            if (list.get(i - 1) > list.get(i)) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            numbers.add(Verifier.nondetInt());
        }
        List<List<Integer>> all = new ArrayList<>();
        permute(numbers, new ArrayList<>(), all);
        assert all.size() == 6;
        boolean any = false;
        for (List<Integer> order : all) {
            any |= sorted(order);
        }
        assert any;
    }
}
