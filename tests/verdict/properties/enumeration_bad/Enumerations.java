import cortado.Any;
import java.util.*;

// Each element is asked for before it is taken.
public class Enumerations {
    public static void main(String[] args) throws Exception {
        Vector<Integer> v = new Vector<>();
        int n = Any.anInt(0, 2);
        for (int i = 0; i < n; i++) v.add(i);
        Enumeration<Integer> e = v.elements();
        int sum = 0;
        while (sum < n) sum += e.nextElement() + 1;
        StringTokenizer t = new StringTokenizer("a b");
        while (t.hasMoreTokens()) sum += t.nextToken().length();
        Enumeration<Integer> constant = Collections.enumeration(List.of(1));
        if (constant.hasMoreElements()) constant.nextElement();
    }
}
