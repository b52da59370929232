import java.util.*;

public class Enums {
    interface Named { String label(); }
    enum Op implements Named {
        ADD { @Override int apply(int a, int b) { return a + b; } },
        SUB { @Override int apply(int a, int b) { return minus(a, b); } int minus(int a, int b) { return a - b; } };
        private static final Map<String, Op> INDEX = new HashMap<>();
        static { for (Op op : values()) INDEX.put(op.label(), op); }
        abstract int apply(int a, int b);
        @Override public String label() { return name().toLowerCase(); }
        static Op find(String s) { return INDEX.get(s); }
    }
    enum Color { RED, GREEN; Color next() { return values()[(ordinal() + 1) % values().length]; } }
    static class Holder { static final Holder ONE = new Holder(); static int made; final Color c = Color.GREEN; Holder() { made++; } Color color() { return c.next(); } }

    static int pick(Color c) { switch (c) { case RED: return 1; default: return c.next().ordinal(); } }

    public static void main(String[] args) {
        Op.valueOf("ADD").apply(1, 2);
        Op.find("sub").apply(3, 4);
        for (Op op : Op.values()) op.label();
        EnumMap<Color, Op> map = new EnumMap<>(Color.class);
        map.put(Color.RED, Op.SUB);
        map.get(Color.RED).apply(5, 6);
        map.keySet().iterator().next().next();
        EnumSet<Color> set = EnumSet.allOf(Color.class);
        for (Color c : set) pick(c);
        EnumSet.complementOf(EnumSet.of(Color.RED)).iterator().next().next();
        Holder.ONE.color().next();
        Enum.valueOf(Color.class, "RED").next();
        EnumSet.allOf(Color.RED.getDeclaringClass()).iterator().next().next();
        Comparator<Color> order = Comparator.naturalOrder();
        order.compare(Color.RED, Color.GREEN);
        Set<Color> tree = new TreeSet<>(List.of(Color.GREEN, Color.RED));
        tree.iterator().next().next();
        Named n = Op.ADD;
        n.label();
        System.out.println(set + " " + map);
    }
}
