import java.util.*;

public class Records {
    static class Part { final int p; Part(int p) { this.p = p; } @Override public boolean equals(Object o) { return o instanceof Part q && q.value() == value(); } int value() { return p; } @Override public int hashCode() { return value() * 3; } @Override public String toString() { return "p" + value(); } }
    record Pair(Part left, List<Part> right) { Pair { left.value(); } static Pair of(int n) { return new Pair(new Part(n), new ArrayList<>(List.of(new Part(n + 1)))); } Part first() { return right.get(0); } }
    record Box<T extends Comparable<T>>(T item) implements Comparable<Box<T>> { @Override public int compareTo(Box<T> o) { return item.compareTo(o.item()); } }
    sealed interface Shape permits Circle, Square { double area(); }
    record Circle(double r) implements Shape { public double area() { return 3 * r * r; } }
    record Square(double s) implements Shape { public double area() { return side() * side(); } double side() { return s; } }

    static double total(List<? extends Shape> shapes) { double t = 0; for (Shape s : shapes) t += s.area(); return t; }

    public static void main(String[] args) {
        Pair a = Pair.of(1), b = Pair.of(1);
        a.equals(b);
        a.hashCode();
        a.left().value();
        a.first().value();
        Set<Pair> set = new HashSet<>();
        set.add(a);
        set.add(b);
        String text = "" + a + set;
        List<Box<Integer>> boxes = new ArrayList<>(List.of(new Box<>(2), new Box<>(1)));
        Collections.sort(boxes);
        boxes.get(0).item();
        System.out.println(text + total(List.of(new Circle(1), new Square(2))));
        Object o = new Square(3);
        if (o instanceof Square s && s.side() > 1) s.area();
        Map<Pair, Shape> map = new TreeMap<>(Comparator.comparing(p -> p.left().value()));
        map.put(a, new Circle(2));
        map.get(b).area();
    }
}
