import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The language and library of Java 21. */
public class Modern {
    sealed interface Expr permits Num, Add, Mul, Neg {}

    record Num(int value) implements Expr {}

    record Add(Expr left, Expr right) implements Expr {}

    record Mul(Expr left, Expr right) implements Expr {}

    record Neg(Expr inner) implements Expr {}

    enum Op { PLUS, MINUS }

    static int eval(Expr expr) {
        return switch (expr) {
            case Num(int value) -> value;
            case Add(Expr left, Expr right) -> eval(left) + eval(right);
            case Mul(Num(var a), Num(var b)) when a == 0 || b == 0 -> 0;
            case Mul(var left, var right) -> eval(left) * eval(right);
            case Neg(var inner) -> -eval(inner);
        };
    }

    static String kind(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 10 -> "big " + i;
            case Integer i -> "int " + i;
            case String s -> "text of " + s.length();
            case Op op when op == Op.PLUS -> "plus";
            case Op op -> op.name();
            case int[] array -> "ints " + array.length;
            case List<?> list -> "list of " + list.getFirst();
            default -> o.getClass().getSimpleName();
        };
    }

    public static void main(String[] args) {
        System.out.println(eval(new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))))));
        System.out.println(eval(new Mul(new Num(0), new Num(9))));
        Object[] objects = {null, 5, 50, "abc", Op.PLUS, Op.MINUS, new int[3], List.of("x"), 2.5};
        for (Object o : objects) {
            System.out.println(kind(o));
        }
        Object sum = new Add(new Num(1), new Num(2));
        if (sum instanceof Add(Num(var a), Num(var b))) {
            System.out.println(a + b);
        }
        try {
            eval(null);
        } catch (NullPointerException e) {
            System.out.println(e);
        }
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        System.out.println(list.reversed() + " " + list.getLast() + " " + list.removeFirst());
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.putFirst("b", 2);
        System.out.println(map + " " + map.firstEntry() + " " + map.sequencedKeySet().reversed());
        System.out.println(new StringBuilder().repeat("ab", 3) + " " + Math.clamp(15, 0, 10));
        Thread platform = Thread.ofPlatform().name("platform").unstarted(() -> {});
        Thread virtual = Thread.ofVirtual().name("virtual").unstarted(() -> {});
        System.out.println(platform.isVirtual() + " " + virtual.isVirtual() + " " + virtual.getName());
    }
}
