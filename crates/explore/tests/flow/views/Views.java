import java.util.*;
import java.util.function.*;

public class Views {
    static class V { int n; V(int n) { this.n = n; } int get() { return n; } @Override public int hashCode() { return get(); } @Override public boolean equals(Object o) { return o instanceof V v && v.get() == get(); } }

    static Iterator<V> evens(Iterator<V> in) {
        List<V> out = new LinkedList<>();
        while (in.hasNext()) { V v = in.next(); if (v.get() % 2 == 0) out.add(v); }
        return out.iterator();
    }

    static class Filter implements Iterator<V> {
        final Iterator<V> in; final Predicate<V> p; V next;
        Filter(Iterator<V> in, Predicate<V> p) { this.in = in; this.p = p; advance(); }
        void advance() { next = null; while (in.hasNext()) { V v = in.next(); if (p.test(v)) { next = v; return; } } }
        @Override public boolean hasNext() { return next != null; }
        @Override public V next() { V v = next; advance(); return v; }
    }

    public static void main(String[] args) {
        TreeMap<Integer, V> tree = new TreeMap<>();
        for (int i = 0; i < 5; i++) tree.put(i, new V(i));
        tree.firstEntry().getValue().get();
        tree.headMap(3).values().iterator().next().get();
        tree.descendingMap().get(1).get();
        tree.tailMap(2).entrySet().iterator().next().getValue().get();
        evens(tree.values().iterator()).next().get();
        Iterator<V> f = new Filter(tree.values().iterator(), v -> v.get() > 1);
        while (f.hasNext()) f.next().get();
        LinkedHashMap<String, V> linked = new LinkedHashMap<>(16, 0.75f, true);
        linked.put("a", new V(1));
        linked.get("a").get();
        for (Map.Entry<String, V> e : linked.entrySet()) { e.setValue(new V(2)); e.getValue().get(); }
        linked.values().removeIf(v -> v.get() == 3);
        Map<String, List<V>> lists = new TreeMap<>();
        lists.computeIfAbsent("x", k -> new ArrayList<>()).add(new V(4));
        lists.getOrDefault("y", Collections.emptyList()).size();
        lists.get("x").subList(0, 1).get(0).get();
        Iterator<List<V>> it = lists.values().iterator();
        it.next().iterator().next().get();
        it = List.<List<V>>of(new ArrayList<>()).iterator();
        it.next().add(new V(5));
        List<V> a = new ArrayList<>(), b = a;
        b.add(new V(6));
        a.get(0).get();
        a.iterator().next().get();
        Collections.reverse(a);
        Collections.swap(a, 0, 0);
        List<V> c = new LinkedList<>(a);
        c.addAll(0, a);
        c.remove(new V(6));
        c.listIterator().next().get();
        Spliterator<V> s = a.spliterator();
        s.tryAdvance(v -> v.get());
        BitSet bits = new BitSet();
        bits.set(3);
        V[] array = {new V(7), new V(8)};
        Arrays.sort(array, Comparator.comparing(V::get));
        Arrays.asList(array).contains(new V(8));
        Arrays.stream(array).forEach(V::get);
        new HashMap<>(Map.of("q", new V(9))).get("q").get();
        Map.Entry<String, V> entry = Map.entry("e", new V(10));
        entry.getValue().get();
        new AbstractMap.SimpleEntry<>("s", new V(11)).getValue().get();
        System.out.println(a.size());
    }
}
