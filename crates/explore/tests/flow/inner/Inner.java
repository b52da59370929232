import java.util.*;
import java.util.function.*;

/** Inner classes, listeners, visitors, generic code. */
public class Inner {
    private final List<Listener> listeners = new ArrayList<>();
    interface Listener { void changed(Inner source, Node node); }
    class Node { final List<Node> children = new ArrayList<>(); Node parent; Node add(Node n) { n.parent = this; children.add(n); fire(n); return n; } <R> R accept(Visitor<R> v) { return v.visit(this); } class Deep { Node up() { return Node.this; } } }
    interface Visitor<R> { R visit(Node n); }
    class Counting implements Visitor<Integer> { @Override public Integer visit(Node n) { int sum = 1; for (Node c : n.children) sum += c.accept(this); return sum; } }
    void fire(Node n) { for (Listener l : listeners) l.changed(this, n); }
    static <T> T last(List<? extends T> list) { return list.get(list.size() - 1); }
    static <K, V> V cached(Map<K, V> map, K key, Function<K, V> f) { V v = map.get(key); if (v == null) { v = f.apply(key); map.put(key, v); } return v; }
    static int recursive(Node n, int depth) { if (depth == 0 || n.children.isEmpty()) return 0; return 1 + recursive(n.children.get(0), depth - 1); }
    static <T extends Comparable<T>> T max(Collection<T> c) { T best = null; for (T t : c) if (best == null || t.compareTo(best) > 0) best = t; return best; }
    static class Version implements Comparable<Version> { final int v; Version(int v) { this.v = v; } public int compareTo(Version o) { return v - o.number(); } int number() { return v; } }

    public static void main(String[] args) {
        Inner tree = new Inner();
        int[] seen = {0};
        tree.listeners.add((source, node) -> seen[0] += node.children.size() + 1);
        tree.listeners.add(new Listener() { @Override public void changed(Inner s, Node n) { if (n.parent != null) n.parent.accept(x -> x); } });
        Node root = tree.new Node();
        Node child = root.add(tree.new Node());
        child.add(tree.new Node());
        root.accept(tree.new Counting());
        String text = root.accept(n -> "n" + n.children.size());
        child.new Deep().up().accept(tree.new Counting());
        last(root.children).accept(n -> 1);
        Map<String, Node> cache = new HashMap<>();
        cached(cache, "a", k -> tree.new Node()).add(child);
        cached(cache, "a", k -> null).accept(n -> 2);
        recursive(root, 3);
        max(List.of(new Version(1), new Version(2))).number();
        Iterator<Node> walk = new Iterator<>() {
            final Deque<Node> todo = new ArrayDeque<>(List.of(root));
            @Override public boolean hasNext() { return !todo.isEmpty(); }
            @Override public Node next() { Node n = todo.pop(); n.children.forEach(todo::push); return n; }
        };
        int count = 0;
        while (walk.hasNext()) { walk.next().accept(n -> n); count++; }
        Map<Class<?>, Function<Object, Integer>> handlers = new LinkedHashMap<>();
        handlers.put(Version.class, o -> ((Version) o).number());
        handlers.put(String.class, o -> ((String) o).length());
        for (Object o : new Object[] {new Version(3), "abc"}) handlers.get(o.getClass()).apply(o);
        System.out.println(text + seen[0] + count);
    }
}
